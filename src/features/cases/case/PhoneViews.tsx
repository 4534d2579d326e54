import { styled } from '@linaria/react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import type { CaseSummary } from '#schemas/cases/cases.ts';
import type { TimelineRef } from '#src/device/timelineRef.ts';
import { visuallyHidden } from '#src/ui/field.ts';
import { ChatText, Files, FolderSimple, Star } from '#src/ui/portalIcons.ts';
import { FavoriteList } from '#src/features/cases/files/FavoriteList.tsx';
import { FileBrowser } from '#src/features/cases/files/FileBrowser.tsx';
import { FolderTree } from '#src/features/cases/FolderTree.tsx';
import { EmptyState } from '#src/features/cases/EmptyState.tsx';
import { useCaseAddress, type CaseLayout } from '#src/features/cases/caseView.ts';

const Chips = styled.nav`
  flex: none;
  border-bottom: 1px solid var(--border);
  background: var(--surface);
  > ul {
    display: flex;
    flex-wrap: wrap;
    gap: var(--s-2);
    padding: var(--s-3) var(--gutter);
  }
  a {
    display: inline-flex;
    gap: 0.4rem;
    align-items: center;
    flex: none;
    min-height: 2.25rem;
    padding: 0.2rem 0.75rem;
    border: 1px solid var(--border);
    border-radius: var(--r-full);
    background: var(--surface);
    color: var(--text);
    font-size: var(--text-sm);
    font-weight: var(--fw-medium);
    text-decoration: none;
  }
  a:hover {
    border-color: var(--accent-edge);
  }
  a[aria-current] {
    border-color: var(--accent-edge);
    background: var(--accent-tint-2);
    color: var(--accent-text);
    font-weight: var(--fw-strong);
  }
  @media (max-width: 639px) {
    > ul {
      gap: 0.35rem;
    }
    a {
      padding-inline: 0.55rem;
      > svg {
        display: none;
      }
    }
  } /* fits all views in one row on most phones */
  @media print {
    display: none;
  }
`;
const View = styled.div`
  overflow: auto;
  padding: var(--s-3) var(--gutter) var(--s-8);
  > [role='alert'],
  > [role='status'] {
    padding: var(--s-4) 0;
  }
`;

const views = [
  { inside: 'tab', label: 'cases.tab.messages', Icon: ChatText },
  { inside: 'akte_files', label: 'cases.files', Icon: Files },
  { inside: 'akte_folders', label: 'cases.view.folders', Icon: FolderSimple },
  { inside: 'favorite_messages', label: 'cases.favorites', Icon: Star },
] as const;

/** Views of a case on a phone, one at a time. */
export function PhoneChips({
  shown,
  place,
  inside,
}: {
  shown: CaseSummary;
  place: TimelineRef;
  inside: CaseLayout['inside'];
}) {
  const intl = useIntl();
  const address = useCaseAddress();
  return (
    <Chips aria-label={intl.formatMessage({ id: 'cases.views' })}>
      <ul>
        {views.map(({ inside: name, label, Icon }) => (
          <li key={name}>
            <Link
              to={address(shown, { folder: place.folder, side: name === 'tab' ? undefined : name })}
              aria-current={name === inside ? 'true' : undefined}
            >
              <Icon size={20} aria-hidden />
              <FormattedMessage id={label} />
            </Link>
          </li>
        ))}
      </ul>
    </Chips>
  );
}

export function PhoneView({
  shown,
  place,
  inside,
}: {
  shown: CaseSummary;
  place: TimelineRef;
  inside: Exclude<CaseLayout['inside'], 'tab'>;
}) {
  return (
    <View>
      {inside === 'akte_files' && (
        <>
          <h2 className={visuallyHidden}>
            <FormattedMessage id="cases.files" />
          </h2>
          <FileBrowser place={place} />
        </>
      )}
      {inside === 'akte_folders' &&
        (shown.folders.length > 0 ? (
          <FolderTree shown={shown} folder={place.folder} />
        ) : (
          <EmptyState icon={FolderSimple}>
            <FormattedMessage id="cases.folders.none" />
          </EmptyState>
        ))}
      {inside === 'favorite_messages' && <FavoriteList shown={shown} sideAfter={undefined} />}
    </View>
  );
}
