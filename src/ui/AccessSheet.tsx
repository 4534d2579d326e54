import { styled } from '@linaria/react';
import type { ReactNode } from 'react';

const Letter = styled.main`
  position: relative;
  display: grid;
  grid-template-columns: minmax(0, 1.22fr) minmax(0, 1fr);
  width: min(100% - 2 * var(--gutter), 61.5rem);
  min-height: 30rem;
  margin: var(--s-9) auto;
  background: var(--surface);
  border: 1px solid var(--border);
  border-radius: var(--r-xs);
  box-shadow: var(--shadow-2);
  &::before,
  &::after {
    content: '';
    position: absolute;
    left: -1px;
    width: 14px;
    height: 1px;
    background: var(--border-strong);
    opacity: 0.55;
  }
  &::before {
    top: 33%;
  }
  &::after {
    top: 66.6%;
  }
  > div {
    --form-lead: var(--s-2);
    display: grid;
    gap: var(--s-5);
    align-content: start;
    justify-items: start;
    padding: var(--s-9) 3.75rem var(--s-8);
  }
  > div > small {
    padding-bottom: 0.3rem;
    border-bottom: 1px solid var(--border-strong);
    color: var(--muted);
    font-size: var(--text-xs);
    line-height: 1.4;
  }
  > div > p {
    color: var(--muted);
  }
  > aside {
    display: grid;
    gap: var(--s-6);
    align-content: space-evenly;
    padding: var(--s-7);
    background: var(--accent-tint);
    border-left: 1px solid var(--border);
    color: var(--muted);
    font-size: var(--text-sm);
  }
  > aside > svg {
    width: min(100%, 14rem);
    margin-inline: auto;
  }
  > aside h2 {
    margin-bottom: 0.4rem;
    color: var(--text);
    font-size: var(--text-xl);
  }
  @media (max-width: 767px) {
    grid-template-columns: 1fr;
    width: 100%;
    min-height: 0;
    margin: 0;
    border: 0;
    box-shadow: none;
    background: transparent;
    &::before,
    &::after,
    > aside {
      display: none;
    }
    > div {
      padding: var(--s-5) var(--gutter) var(--s-8);
    }
  }
`;

type AccessSheetProps = {
  title: string;
  /** The sender, small above the title. */
  sender?: string | undefined;
  aside: { illustration: ReactNode; title: string; text: string };
  children: ReactNode;
};

/** A page that asks for something before access, with a word beside it on wide screens. */
export function AccessSheet({ title, sender, aside, children }: AccessSheetProps) {
  return (
    <Letter id="content">
      <div>
        {sender && <small>{sender}</small>}
        <h1 tabIndex={-1}>{title}</h1>
        {children}
      </div>
      <aside>
        {aside.illustration}
        <div>
          <h2>{aside.title}</h2>
          <p>{aside.text}</p>
        </div>
      </aside>
    </Letter>
  );
}
