import { styled } from '@linaria/react';
import { useIntl } from 'react-intl';
import type { CaseSummary } from '#schemas/cases/cases.ts';
import { FolderLevel } from '#src/features/cases/FolderLevel.tsx';

const Tree = styled.nav`
  position: relative;
  z-index: 1;
  margin: 0.5rem 0 0 0.1rem;
  font-size: var(--text-sm);
  a {
    display: flex;
    gap: 0.5rem;
    align-items: center;
    min-height: 2rem;
    padding: 0.3rem 0.5rem;
    border-radius: var(--r-sm);
    color: inherit;
    text-decoration: none;
  }
  a:hover {
    background: var(--accent-tint);
  }
  a[aria-current] {
    background: var(--accent-tint-2);
    color: var(--accent-text);
    font-weight: var(--fw-strong);
  }
  a > svg {
    flex: none;
    color: var(--muted);
  }
  a:has([role='img']) > svg {
    color: var(--accent-text);
  }
  a > :nth-child(2) {
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  a > :last-child:not(:nth-child(2)) {
    margin-left: auto;
  }
  ul ul {
    margin-left: 0.95rem;
    padding-left: 1.1rem;
    border-left: 1px solid var(--border);
  }
  ul ul ul ul ul {
    margin-left: 0;
    padding-left: 0.15rem;
  } /* no indent from the fifth level on, because the list is narrow */
  ul ul ul ul ul ul ul ul {
    padding-left: 0;
    border-left: 0;
  }
`;

/** The folder tree of a case. */
export function FolderTree({ shown, folder }: { shown: CaseSummary; folder: string | undefined }) {
  const intl = useIntl();
  return (
    <Tree aria-label={intl.formatMessage({ id: 'cases.folders' }, { case: shown.header })}>
      <FolderLevel shown={shown} folders={shown.folders} folder={folder} />
    </Tree>
  );
}
