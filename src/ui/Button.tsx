import { css, cx } from '@linaria/core';
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { CircleNotch } from './icons.ts';
import { wrapText } from './WrappedText.tsx';

export const buttonClass = css`
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: 0.55em;
  min-height: var(--control);
  padding: 0.4rem 1.25rem;
  border: 1px solid var(--border-strong);
  border-radius: var(--r-md);
  background: var(--raised);
  color: var(--text);
  font-weight: var(--fw-strong);
  line-height: 1.2;
  text-decoration: none;
  text-align: center;
  transition:
    background var(--dur-1),
    border-color var(--dur-1);
  &:hover {
    background: var(--sunken);
  }
  &:focus-visible {
    border-radius: var(--r-md);
  }
  &[aria-disabled='true'],
  &:disabled {
    background: var(--sunken);
    color: var(--muted);
    border-color: var(--border);
    cursor: not-allowed;
  }
  @media print {
    display: none;
  }
`;

const variants = {
  default: '',
  primary: css`
    background: var(--accent);
    color: var(--on-accent);
    border-color: var(--accent-edge);
    &:hover:not([aria-disabled='true']) {
      background: var(--accent-hover);
    }
    @media (max-width: 639px) {
      width: 100%;
    }
  `,
  ghost: css`
    border-color: transparent;
    background: transparent;
    color: var(--accent-text);
    padding-inline: 0.75rem;
    &:hover {
      background: var(--accent-tint);
    }
  `,
};

/** Aligns the label of a ghost button with the text above it. */
export const flushClass = css`
  margin-left: calc(-0.75rem - 1px);
`;

const iconOnly = css`
  width: var(--target-min);
  min-height: var(--target-min);
  flex: none;
  padding: 0;
  border-color: transparent;
  background: transparent;
  color: var(--muted);
  &:hover,
  &[aria-expanded='true'] {
    color: var(--accent-text);
    background: var(--accent-tint);
  }
  &[aria-disabled='true'],
  &:disabled {
    border-color: transparent;
    background: transparent;
    color: var(--border-strong);
  }
`;

export const spinningClass = css`
  animation: turn var(--dur-spinner) linear infinite;
  @keyframes turn {
    to {
      transform: rotate(1turn);
    }
  }
  @media (prefers-reduced-motion: reduce) {
    animation: none;
  }
`;

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  ref?: Ref<HTMLButtonElement>;
  variant?: keyof typeof variants;
  icon?: ReactNode;
  /** Busy: stays focusable and keeps its label, but a click does nothing. */
  isBusy?: boolean;
};

export function Button({
  variant = 'default',
  icon,
  isBusy = false,
  children,
  onClick,
  className,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={cx(buttonClass, variants[variant], className)}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || rest['aria-disabled'] || undefined}
      onClick={(event) => (isBusy ? event.preventDefault() : onClick?.(event))}
    >
      {isBusy ? <CircleNotch size={20} className={spinningClass} aria-hidden /> : icon}
      {wrapText(children)}
    </button>
  );
}

/** For a link that is only an icon. */
export const iconButtonClass = cx(buttonClass, iconOnly);

type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> & {
  label: string;
  icon: ReactNode;
};

/** An icon button; its label is for screen readers. */
export function IconButton({ label, icon, className, type = 'button', ...rest }: IconButtonProps) {
  return (
    <button {...rest} type={type} className={cx(iconButtonClass, className)} aria-label={label}>
      {icon}
    </button>
  );
}
