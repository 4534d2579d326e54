import { styled } from '@linaria/react';

/** Three columns: outline, form, help. Narrow screens show the form with a progress line. */
export const Columns = styled.div`
  display: grid;
  grid-template-columns: 15.5rem minmax(0, 46rem) 15.5rem;
  justify-content: center;
  align-items: start;
  gap: var(--s-8);
  padding: var(--s-7) var(--gutter) var(--s-9);
  background: var(--form-container-background, transparent);
  > nav {
    position: sticky;
    top: var(--s-7);
  }
  > aside {
    position: sticky;
    top: var(--s-7);
  }
  @media (max-width: 1279px) {
    grid-template-columns: 14rem minmax(0, 46rem);
    > aside {
      position: static;
      grid-column: 2;
    }
  }
  @media (max-width: 1023px) {
    grid-template-columns: minmax(0, 46rem);
    > nav,
    > span {
      display: none;
    }
    > aside {
      grid-column: 1;
    }
  }
  @media (max-width: 767px) {
    padding: 0 0 var(--s-7);
    > aside {
      padding-inline: var(--gutter);
    }
  }
  @media print {
    display: block;
    > nav,
    > aside {
      display: none;
    }
  }
`;

/** Sheet of paper around the form, with margins and fold marks. */
export const FormPaper = styled.main`
  position: relative;
  overflow: clip;
  padding: var(--s-8) var(--s-9) var(--s-9);
  background: var(--form-element-background, var(--surface));
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
    top: 620px;
  }
  &::after {
    top: 1240px;
  }
  @media (max-width: 767px) {
    padding: var(--s-5) var(--gutter) var(--s-8);
    border-width: 0 0 1px;
    border-radius: 0;
    box-shadow: none;
    &::before,
    &::after {
      display: none;
    }
  }
  @media print {
    border: 0;
    box-shadow: none;
    padding: 0;
  }
`;

export const SheetHeader = styled.header`
  display: grid;
  gap: var(--s-4);
  justify-items: start;
  margin-bottom: var(--s-7);
  > small {
    max-width: 100%;
    padding-bottom: 0.3rem;
    border-bottom: 1px solid var(--border-strong);
    color: var(--muted);
    font-size: var(--text-xs);
    line-height: 1.4;
  }
  > h1 {
    margin-top: var(--s-3);
    hyphens: manual;
    overflow-wrap: anywhere;
  }
  > p {
    color: var(--muted);
    max-width: 58ch;
  }
  > p > b {
    color: var(--danger-text);
  }
  > div {
    width: 100%;
  }
`;

/** Progress line where the outline is hidden. */
export const NarrowOnly = styled.div`
  margin-top: var(--s-5);
  @media (min-width: 1024px) {
    display: none;
  }
`;
