import { styled } from '@linaria/react';
import { visuallyHidden } from './field.ts';

const Group = styled.div`
  display: inline-flex;
  flex: none;
  border: 1px solid var(--border-strong);
  border-radius: var(--r-sm);
  font-size: var(--text-sm);
  button {
    min-width: 2.75rem;
    min-height: 2.25rem;
    padding: 0.3rem 0.7rem;
    border: 0;
    background: transparent;
    color: var(--muted);
  }
  button[aria-pressed='true'] {
    background: var(--accent-tint-2);
    color: var(--accent-text);
    font-weight: var(--fw-strong);
  }
  button:first-child {
    border-radius: 5px 0 0 5px;
  }
  button:last-child {
    border-radius: 0 5px 5px 0;
  }
  @media (max-width: 639px) {
    button {
      min-height: var(--target-min);
    }
  }
  @media print {
    display: none;
  }
`;

type Option<T extends string> = { value: T; short: string; name: string };

/** Languages by their own names. */
export function LanguageSwitch<T extends string>({
  label,
  options,
  value,
  onChange,
}: {
  label: string;
  options: Option<T>[];
  value: T;
  onChange: (value: T) => void;
}) {
  return (
    <Group role="group" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          lang={option.value}
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          <span aria-hidden>{option.short}</span>
          <span className={visuallyHidden}>{option.name}</span>
        </button>
      ))}
    </Group>
  );
}
