import { css } from '@linaria/core';

const circle = css`
  display: grid;
  place-items: center;
  width: 2.5rem;
  height: 2.5rem;
  border-radius: var(--r-full);
  background: var(--accent-tint-2);
  color: var(--accent-text);
  font-size: 0.9rem;
  font-weight: var(--fw-strong);
  letter-spacing: 0.02em;
  object-fit: cover;
`;

const first = (name: string): string => [...name.trim()][0] ?? '';

type AvatarProps = {
  firstName: string;
  lastName: string;
  /** undefined: no picture, or still loading */
  picture?: string | undefined;
};

/** A person's picture, else their initials. */
export function Avatar({ firstName, lastName, picture }: AvatarProps) {
  const name = `${firstName} ${lastName}`.trim();
  if (picture) return <img className={circle} src={picture} alt={name} />;
  return (
    <span className={circle} role="img" aria-label={name}>
      {`${first(firstName)}${first(lastName)}`.toUpperCase()}
    </span>
  );
}
