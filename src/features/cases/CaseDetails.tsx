import { styled } from '@linaria/react';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import type { CaseSummary } from '#schemas/cases.ts';
import { useListAccountsQuery } from '#src/api/accounts.ts';
import { useCaseFilesInfiniteQuery } from '#src/api/caseFiles.ts';
import { useFavoritesInfiniteQuery } from '#src/api/favorites.ts';
import { LegalLinks } from '#src/forms/LegalLinks.tsx';
import type { ShowToast } from '#src/lib/showToast.ts';
import { Avatar } from '#src/ui/Avatar.tsx';
import { Clipped } from '#src/ui/Clipped.tsx';
import { ArrowRight } from '#src/ui/icons.ts';
import { PhoneLink } from '#src/ui/PhoneLink.tsx';
import { Assignees } from './Assignees.tsx';
import { AssistantLinks } from './AssistantLinks.tsx';
import { CaseFacts } from './CaseFacts.tsx';
import type { CasePlace } from './CasePane.tsx';
import { Categories } from './Categories.tsx';
import { FavoriteList } from './FavoriteList.tsx';
import { NewestFiles } from './NewestFiles.tsx';
import { useCaseAddress, type CaseSide } from './caseView.ts';
import { useMinute } from './useShortDate.ts';

const Part = styled.section`
  padding: var(--s-4) var(--s-5);
  & + & {
    border-top: 1px solid var(--border);
  }
  > h3 {
    display: flex;
    justify-content: space-between;
    gap: var(--s-3);
    align-items: center;
    min-height: 1.5rem;
    margin-bottom: 0.35rem;
    color: var(--muted);
    font: var(--fw-strong) var(--text-sm)/1.3 var(--font-sans);
    letter-spacing: 0;
  }
  > h3 > a {
    display: inline-flex;
    gap: 0.3rem;
    align-items: center;
    min-height: 1.5rem;
  }
  > p {
    color: var(--muted);
    font-size: var(--text-sm);
  }
  > [data-person] {
    display: flex;
    gap: 0.75rem;
    align-items: center;
    font-weight: var(--fw-strong);
    line-height: 1.3;
    overflow-wrap: anywhere;
  }
  > [data-person] > :first-child {
    flex: none;
  }
  > a {
    display: inline-flex;
    gap: 0.65rem;
    align-items: center;
    min-height: var(--control-sm);
    margin-top: 0.3rem;
    font-weight: var(--fw-medium);
    text-decoration: none;
  }
  > a:hover {
    text-decoration: underline;
  }
  &[data-legal] {
    display: flex;
    flex-wrap: wrap;
    column-gap: var(--s-4);
  }
`;

const newestFiles = 3; // calls.md §9
const newestFavorites = 3;
const creatorLength = 30;

function Heading({
  children,
  all,
}: {
  children: ReactNode;
  all?: { to: string; count: number } | false;
}) {
  return (
    <h3>
      {children}
      {all && (
        <Link to={all.to}>
          <FormattedMessage id="cases.all" values={{ count: all.count }} />
          <ArrowRight size={18} aria-hidden />
        </Link>
      )}
    </h3>
  );
}

/** All about a case that is no message (product.md §2.4, Right sidebar in cases). */
export function CaseDetails({
  shown,
  place,
  sideAfter,
  showToast,
}: {
  shown: CaseSummary;
  place: CasePlace;
  sideAfter: CaseSide | undefined;
  showToast: ShowToast;
}) {
  const intl = useIntl();
  const minute = useMinute();
  const address = useCaseAddress();
  const {
    accountId,
    aktenkurzbezeichnung,
    aktenzeichen,
    assignees,
    categories,
    creationDate,
    creatorFirstName,
    creatorLastName,
    folderCount,
    lastMessageDate,
  } = shown;
  const account = useListAccountsQuery().data?.accounts.find(({ id }) => id === accountId);
  const totalFiles =
    useCaseFilesInfiniteQuery({ acc: place.acc, akte: place.akte }).data?.pages[0]?.totalFiles ?? 0;
  const favorites = useFavoritesInfiniteQuery({ acc: place.acc, akte: place.akte });
  const favoriteCount = favorites.data?.pages[0]?.totalCount ?? 0;
  const creator = `${creatorFirstName} ${creatorLastName}`.trim();
  const to = (side: CaseSide) => address(shown, { folder: place.folder, side });
  return (
    <>
      {(creator || account?.phone) && (
        <Part>
          <Heading>
            <FormattedMessage id="cases.contact" />
          </Heading>
          {creator && (
            <div data-person>
              <span aria-hidden>
                <Avatar firstName={creatorFirstName} lastName={creatorLastName} />
              </span>
              <Clipped text={creator} length={creatorLength} />
            </div>
          )}
          {account?.phone && (
            <PhoneLink
              phone={account.phone}
              label={intl.formatMessage({ id: 'cases.phone' }, { phone: account.phone })}
            />
          )}
        </Part>
      )}
      {assignees.length > 0 && (
        <Part>
          <Heading>
            <FormattedMessage id="cases.assignees" />
          </Heading>
          <Assignees assignees={assignees} />
        </Part>
      )}
      {account && account.assistants.length > 0 && (
        <Part>
          <Heading>
            <FormattedMessage id="cases.assistants" />
          </Heading>
          <AssistantLinks assistants={account.assistants} />
        </Part>
      )}
      <Part>
        <Heading all={totalFiles > newestFiles && { to: to('akte_files'), count: totalFiles }}>
          <FormattedMessage id="cases.files" />
        </Heading>
        <NewestFiles place={place} atMost={newestFiles} />
      </Part>
      {(favorites.data || !favorites.error) && ( // calls.md §8: silent
        <Part>
          <Heading all={favoriteCount > 0 && { to: to('favorite_messages'), count: favoriteCount }}>
            <FormattedMessage id="cases.favorites" />
          </Heading>
          <FavoriteList
            shown={shown}
            atMost={newestFavorites}
            sideAfter={sideAfter}
            showToast={showToast}
          />
        </Part>
      )}
      {categories.length > 0 && (
        <Part>
          <Heading>
            <FormattedMessage id="cases.categories" />
          </Heading>
          <Categories categories={categories} />
        </Part>
      )}
      <Part>
        <Heading>
          <FormattedMessage id="cases.about" />
        </Heading>
        <CaseFacts
          facts={{
            reference: aktenzeichen,
            shortName: aktenkurzbezeichnung,
            created: minute(creationDate),
            lastMessage: lastMessageDate === null ? undefined : minute(lastMessageDate),
            folders: folderCount || undefined,
          }}
        />
      </Part>
      <Part data-legal>
        <LegalLinks accountId={accountId} />
      </Part>
    </>
  );
}
