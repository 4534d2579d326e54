import { styled } from '@linaria/react';
import { visuallyHidden } from './field.ts';
import { useIsHydrated } from './useIsHydrated.ts';

const Group = styled.div`
  display: inline-flex;
  flex: none;
  border: 1px solid var(--border-strong);
  border-radius: var(--r-sm);
  font-size: var(--text-sm);
  button,
  a {
    min-width: 2.75rem;
    min-height: 2.25rem;
    padding: 0.3rem 0.7rem;
    border: 0;
    background: transparent;
    color: var(--muted);
    text-align: center;
    text-decoration: none;
  }
  a {
    display: inline-flex;
    align-items: center;
    justify-content: center;
  }
  button[aria-pressed='true'],
  a[aria-current] {
    background: var(--accent-tint-2);
    color: var(--accent-text);
    font-weight: var(--fw-strong);
  }
  @media (scripting: none) {
    &:not(:has(a, [type='submit'])) {
      display: none;
    }
  }
  > :first-child {
    border-radius: 5px 0 0 5px;
  }
  > :last-child {
    border-radius: 0 5px 5px 0;
  }
  @media (max-width: 639px) {
    button,
    a {
      min-height: var(--target-min);
    }
  }
  @media print {
    display: none;
  }
`;

type PostedButton = { form: string; name: string; value: string };

type Option<T extends string> = { value: T; short: string; name: string };

type Props<T extends string> = {
  label: string;
  options: Option<T>[];
  value: T;
  /** Returns the address of the page in a language, for a page without scripts. */
  address: ((value: T) => string) | undefined;
  /** Returns what a button posts instead, where a link would lose answers. */
  post: ((value: T) => PostedButton) | undefined;
  onChange: (value: T) => void;
};

type ChoiceProps<T extends string> = Omit<Props<T>, 'label' | 'options'> & { option: Option<T> };

/** A button with scripts; before them a button that posts, or a link. */
function Choice<T extends string>({ option, value, address, post, onChange }: ChoiceProps<T>) {
  const isHydrated = useIsHydrated();
  const isChosen = option.value === value;
  const words = (
    <>
      <span aria-hidden>{option.short}</span>
      <span className={visuallyHidden}>{option.name}</span>
    </>
  );
  if (address && !post && !isHydrated)
    return (
      <a href={address(option.value)} lang={option.value} aria-current={isChosen || undefined}>
        {words}
      </a>
    );
  const action =
    post && !isHydrated
      ? ({ type: 'submit', ...post(option.value) } as const)
      : ({ type: 'button', onClick: () => onChange(option.value) } as const);
  return (
    <button lang={option.value} aria-pressed={isChosen} {...action}>
      {words}
    </button>
  );
}

/** Languages by their own names. */
export const LanguageSwitch = <T extends string>({ label, options, ...props }: Props<T>) => (
  <Group role="group" aria-label={label}>
    {options.map((option) => (
      <Choice key={option.value} option={option} {...props} />
    ))}
  </Group>
);
