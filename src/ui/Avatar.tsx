import { css } from '@linaria/core';

const circle = css`
  display: grid; place-items: center; width: 2.5rem; height: 2.5rem; border-radius: var(--r-full); background: var(--accent-tint-2); color: var(--accent-text);
  font-size: .9rem; font-weight: var(--fw-strong); letter-spacing: .02em;
`;

const first = (name: string): string => [...name.trim()][0] ?? '';

/** A person by their initials. */
export function Avatar({ firstName, lastName }: { firstName: string; lastName: string }) {
  return <span className={circle} role="img" aria-label={`${firstName} ${lastName}`.trim()}>{`${first(firstName)}${first(lastName)}`.toUpperCase()}</span>;
}
