import { styled } from '@linaria/react';

const Group = styled.div`
  display: inline-flex;
  border: 1px solid var(--border-strong);
  border-radius: var(--r-md);
  overflow: clip;
  button {
    min-height: var(--control-sm);
    padding: 0 0.85rem;
    border: 0;
    background: var(--surface);
    color: var(--muted);
  }
  button[aria-pressed='true'] {
    background: var(--accent-tint-2);
    color: var(--accent-text);
    font-weight: var(--fw-strong);
  }
  button:focus-visible {
    outline-offset: -3px;
  }
`;

type SegmentsProps<T extends string> = {
  label: string;
  value: T;
  options: Record<T, string>;
  onChange: (value: T) => void;
};

/** A row of toggle buttons, one of them pressed. */
export function Segments<T extends string>({ label, value, options, onChange }: SegmentsProps<T>) {
  return (
    <Group role="group" aria-label={label}>
      {(Object.keys(options) as T[]).map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === value}
          onClick={() => onChange(each)}
        >
          {options[each]}
        </button>
      ))}
    </Group>
  );
}
