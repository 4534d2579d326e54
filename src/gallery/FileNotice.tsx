import { styled } from '@linaria/react';
import type { ReactNode } from 'react';

const Box = styled.div`
  display: grid;
  place-content: center;
  justify-items: center;
  gap: var(--s-4);
  min-height: 100%;
  padding: var(--s-5);
  box-sizing: border-box;
  text-align: center;
  > span {
    display: grid;
    place-items: center;
    width: 6rem;
    height: 7.5rem;
    border: 1px solid oklch(1 0 0 / 0.22);
    border-radius: var(--r-md);
    background: var(--sunken);
    color: var(--muted);
    font-weight: var(--fw-strong);
    text-transform: uppercase;
  }
  > p {
    max-width: 30rem;
  }
`;

/** A sentence in place of a file, with its type and a download button. */
export function FileNotice({
  extension,
  download,
  children,
}: {
  extension?: string;
  download?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Box>
      {extension && <span aria-hidden>{extension.slice(0, 6)}</span>}
      <p>{children}</p>
      {download}
    </Box>
  );
}
