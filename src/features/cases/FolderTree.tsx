import { styled } from '@linaria/react';
import { useIntl } from 'react-intl';
import type { CaseSummary } from '#schemas/cases.ts';
import { FolderLevel } from './FolderLevel.tsx';

const Tree = styled.nav`
  position: relative; z-index: 1; margin: .5rem 0 0 .1rem; font-size: var(--text-sm);
  a { display: flex; gap: .5rem; align-items: center; min-height: 2rem; padding: .3rem .5rem; border-radius: var(--r-sm); color: inherit; text-decoration: none; }
  a:hover { background: var(--accent-tint); }
  a[aria-current] { background: var(--accent-tint-2); color: var(--accent-text); font-weight: var(--fw-strong); }
  a > svg { flex: none; color: var(--muted); }
  a > :last-child:not(:nth-child(2)) { margin-left: auto; }
  ul ul { margin-left: .95rem; padding-left: 1.1rem; border-left: 1px solid var(--border); }
`;

/** The folders of a case, within each other as they are. */
export function FolderTree({ shown, folder }: { shown: CaseSummary; folder: string | undefined }) {
  const intl = useIntl();
  return <Tree aria-label={intl.formatMessage({ id: 'cases.folders' }, { case: shown.header })}><FolderLevel shown={shown} folders={shown.folders} folder={folder} /></Tree>;
}
