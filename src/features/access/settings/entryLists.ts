import { styled } from '@linaria/react';

const Entries = styled.ul`
  display: grid;
  list-style: none;
  li {
    gap: var(--s-2) var(--s-4);
    align-items: center;
    padding: var(--s-3) 0;
    border-bottom: 1px solid var(--border);
  }
  li:first-child {
    padding-top: 0;
  }
  b {
    overflow-wrap: anywhere;
  }
  small {
    display: block;
    color: var(--muted);
    font-size: var(--text-sm);
    overflow-wrap: anywhere;
  }
  & + * {
    margin-top: var(--s-4);
  }
`;

/** List of a section: each entry has words and a button. */
export const EntryList = styled(Entries)`
  li {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
  }
  button {
    margin-inline: -0.75rem;
  } /* aligns the words with the edge */
`;

/** List of a section: each entry has an icon, words and a button. */
export const IconEntryList = styled(Entries)`
  li {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) auto;
  }
  svg {
    color: var(--muted);
  }
  @media (max-width: 424px) {
    li {
      grid-template-columns: auto minmax(0, 1fr);
    }
    li > button {
      grid-column: 2;
      justify-self: start;
      margin-left: -0.75rem;
    }
  }
`;
