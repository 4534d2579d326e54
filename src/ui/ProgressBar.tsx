import { styled } from '@linaria/react';

const Track = styled.div`
  height: 6px;
  border-radius: 3px;
  background: var(--border);
  overflow: hidden;
  @media (forced-colors: active) {
    border: 1px solid CanvasText;
  }
`;

const Fill = styled.div<{ $percent: number }>`
  height: 100%;
  width: ${({ $percent }) => `${$percent}%`};
  border-radius: 3px;
  background: var(--accent-edge);
  transition: width var(--dur-2) var(--ease-out);
  @media (forced-colors: active) {
    background: Highlight;
  }
`;

/** A progress bar; `label` is its accessible name. */
export function ProgressBar({ value, max, label }: { value: number; max: number; label: string }) {
  const percent = max === 0 ? 100 : Math.min(100, (value / max) * 100);
  return (
    <Track
      role="progressbar"
      aria-valuenow={value}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-label={label}
    >
      <Fill $percent={percent} />
    </Track>
  );
}
