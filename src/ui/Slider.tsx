import { styled } from '@linaria/react';
import { useId } from 'react';
import { WrappedText } from './WrappedText.tsx';

const Box = styled.div`
  label {
    display: flex;
    justify-content: space-between;
    gap: var(--s-3);
    font-size: var(--text-sm);
    font-weight: var(--fw-medium);
  }
  output {
    color: var(--muted);
    font-weight: var(--fw-text);
    font-variant-numeric: tabular-nums;
  }
  input {
    width: 100%;
    min-height: var(--target-min);
    margin: 0;
    accent-color: var(--accent-edge);
    cursor: pointer;
  }
  input:focus-visible {
    outline: 3px solid var(--focus);
    outline-offset: 2px;
    border-radius: var(--r-sm);
  }
`;

type SliderProps = {
  label: string;
  min: number;
  max: number;
  step: number;
  value: number;
  valueText: string;
  onChange: (value: number) => void;
};

export function Slider({ label, min, max, step, value, valueText, onChange }: SliderProps) {
  const id = useId();
  return (
    <Box>
      <label htmlFor={id}>
        <WrappedText>{label}</WrappedText>
        <output aria-hidden>{valueText}</output>
      </label>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={step}
        value={value}
        aria-valuetext={valueText}
        onChange={(event) => onChange(event.target.valueAsNumber)}
      />
    </Box>
  );
}
