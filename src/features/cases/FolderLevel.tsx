import { useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import type { CaseSummary, Folder } from '#schemas/cases.ts';
import { paths } from '#src/lib/paths.ts';
import { CountBadge } from '#src/ui/CountBadge.tsx';
import { Clipped } from '#src/ui/Clipped.tsx';
import { FolderSimple } from '#src/ui/icons.ts';

const nameLength = 15;

/** Folders beside each other, each with those inside it. */
export function FolderLevel({ shown, folders, folder }: { shown: CaseSummary; folders: readonly Folder[]; folder: string | undefined }) {
  const intl = useIntl();
  return (
    <ul>
      {folders.map(({ id, name, totalUnreadMessage, descendants }) => (
        <li key={id}>
          <Link to={paths.case(shown.idHash, shown.accountId, id)} aria-current={id === folder ? 'page' : undefined}>
            <FolderSimple size={18} aria-hidden /><Clipped text={name} length={nameLength} />
            <CountBadge count={totalUnreadMessage} label={intl.formatMessage({ id: 'cases.unread' }, { count: totalUnreadMessage })} />
          </Link>
          {descendants.length > 0 && <FolderLevel shown={shown} folders={descendants} folder={folder} />}
        </li>
      ))}
    </ul>
  );
}
