import { styled } from '@linaria/react';
import type { ReactNode } from 'react';

const Letter = styled.main`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: var(--s-6);
  align-items: start;
  width: min(100% - 2 * var(--gutter), 46rem);
  margin: var(--s-9) auto;
  padding: var(--s-8) var(--s-8) var(--s-9);
  background: var(--surface);
  border: 1px solid var(--border);
  border-radius: var(--r-xs);
  box-shadow: var(--shadow-2);
  > div {
    display: grid;
    gap: var(--s-4);
    justify-items: start;
  }
  p {
    max-width: 52ch;
  }
  @media (max-width: 639px) {
    grid-template-columns: 1fr;
    margin: 0;
    width: 100%;
    border-width: 0 0 1px;
    box-shadow: none;
    padding: var(--s-6) var(--gutter) var(--s-8);
    > svg {
      order: -1;
    }
  }
  @media print {
    width: auto;
    margin: 0;
    padding: 0;
    border: 0;
    box-shadow: none;
    grid-template-columns: 1fr;
    > svg,
    [data-on-screen] {
      display: none;
    }
  }
`;

/** As high as the window, with the footer at its bottom. */
export const WholePage = styled.div`
  display: grid;
  grid-template: auto 1fr auto / minmax(0, 1fr);
  min-height: calc(100dvh - var(--consent-height, 0px));
  > header {
    grid-row: 1;
  }
  > main {
    grid-row: 2;
    align-self: start;
  }
  > footer {
    grid-row: 3;
  }
  @media print {
    display: block;
  }
`;

export const Bar = styled.header`
  display: flex;
  align-items: center;
  gap: var(--s-4);
  min-height: 4.15rem;
  padding: 0.7rem var(--gutter); /* as high before there is a logo in it */
  > :last-child {
    margin-left: auto;
  }
  @media (max-width: 639px) {
    background: var(--surface);
  }
  @media print {
    padding: 0 0 var(--s-5);
  }
`;

const Pill = styled.p`
  padding: 0.2rem 0.7rem;
  border-radius: var(--r-full);
  background: var(--accent-tint-2);
  color: var(--accent-text);
  font-size: var(--text-sm);
  font-weight: var(--fw-strong);
`;

type LetterPageProps = {
  title: string;
  pill?: string;
  illustration?: ReactNode;
  /** Logo and language switch above the letter. */
  logo?: ReactNode;
  languageChoice?: ReactNode;
  /** Below the letter. */
  footer?: ReactNode;
  children: ReactNode;
};

/** A page with one message: not found, failed, sent, start. */
export function LetterPage({
  title,
  pill,
  illustration,
  logo,
  languageChoice,
  footer,
  children,
}: LetterPageProps) {
  const page = (
    <>
      {(logo || languageChoice) && (
        <Bar>
          {logo}
          {languageChoice}
        </Bar>
      )}
      <Letter id="content">
        <div>
          {pill && <Pill>{pill}</Pill>}
          <h1 tabIndex={-1}>{title}</h1>
          {children}
        </div>
        {illustration}
      </Letter>
      {footer}
    </>
  );
  return footer ? <WholePage>{page}</WholePage> : page;
}
