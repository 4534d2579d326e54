import { useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import type { CaseSummary, Folder } from '#schemas/cases/cases.ts';
import { CountBadge } from '#src/ui/CountBadge.tsx';
import { Clipped } from '#src/ui/Clipped.tsx';
import { ChatText, FolderSimple } from '#src/ui/portalIcons.ts';
import { useCaseAddress } from '#src/features/cases/caseView.ts';

const nameLength = 15;

/** One level of the folder tree, with its subfolders. */
export function FolderLevel({
  shown,
  folders,
  folder,
}: {
  shown: CaseSummary;
  folders: readonly Folder[];
  folder: string | undefined;
}) {
  const intl = useIntl();
  const address = useCaseAddress();
  return (
    <ul>
      {folders.map(({ id, name, totalUnreadMessage, descendants }) => (
        <li key={id}>
          <Link
            to={address(shown, { folder: id })}
            aria-current={id === folder ? 'page' : undefined}
          >
            {totalUnreadMessage > 0 ? (
              <ChatText size={18} weight="fill" aria-hidden />
            ) : (
              <FolderSimple size={18} aria-hidden />
            )}
            <Clipped text={name} length={nameLength} />
            <CountBadge
              count={totalUnreadMessage}
              label={intl.formatMessage({ id: 'cases.unread' }, { count: totalUnreadMessage })}
            />
          </Link>
          {descendants.length > 0 && (
            <FolderLevel shown={shown} folders={descendants} folder={folder} />
          )}
        </li>
      ))}
    </ul>
  );
}
