import { styled } from '@linaria/react';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import type { Account } from '#schemas/accounts/accounts.ts';
import type { CaseSummary } from '#schemas/cases/cases.ts';
import { useListAccountsQuery } from '#src/api/accounts/accounts.ts';
import { useCaseFilesInfiniteQuery } from '#src/api/cases/caseFiles.ts';
import { useFavoritesInfiniteQuery } from '#src/api/cases/favorites.ts';
import { LegalLinks } from '#src/forms/LegalLinks.tsx';
import type { TimelineRef } from '#src/device/timelineRef.ts';
import { Avatar } from '#src/ui/Avatar.tsx';
import { Clipped } from '#src/ui/Clipped.tsx';
import { ArrowRight } from '#src/ui/icons.ts';
import { PhoneLink } from '#src/forms/PhoneLink.tsx';
import { Assignees } from './Assignees.tsx';
import { AssistantLinks } from './AssistantLinks.tsx';
import { CaseFacts } from './CaseFacts.tsx';
import { Categories } from '#src/features/cases/Categories.tsx';
import { FavoriteList } from '#src/features/cases/files/FavoriteList.tsx';
import { NewestFiles } from '#src/features/cases/files/NewestFiles.tsx';
import { useCaseAddress, type CaseSide } from '#src/features/cases/caseView.ts';
import { useMoment } from '#src/locale/useMoment.ts';
import { wrapText } from '#src/ui/WrappedText.tsx';

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

const newestFiles = 3;
const newestFavorites = 3;
const creatorLength = 30;

function Section({
  title,
  all,
  children,
}: {
  title: ReactNode;
  /** link to all items of a section that shows only the newest */
  all?: { to: string; count: number } | false;
  children: ReactNode;
}) {
  return (
    <Part>
      <h3>
        {wrapText(title)}
        {all && (
          <Link to={all.to}>
            <FormattedMessage id="cases.all" values={{ count: all.count }} />
            <ArrowRight size={18} aria-hidden />
          </Link>
        )}
      </h3>
      {children}
    </Part>
  );
}

type CaseDetailsProps = {
  shown: CaseSummary;
  place: TimelineRef;
  sideAfter: CaseSide | undefined;
};

function Contact({
  shown: { creatorFirstName, creatorLastName },
  account,
}: {
  shown: CaseSummary;
  account: Account | undefined;
}) {
  const intl = useIntl();
  const creator = `${creatorFirstName} ${creatorLastName}`.trim();
  if (!creator && !account?.phone) return null;
  return (
    <Section title={<FormattedMessage id="cases.contact" />}>
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
    </Section>
  );
}

function Files({ shown, place }: Omit<CaseDetailsProps, 'sideAfter'>) {
  const address = useCaseAddress();
  const count =
    useCaseFilesInfiniteQuery({ acc: place.acc, akte: place.akte }).data?.pages[0]?.totalFiles ?? 0;
  const to = address(shown, { folder: place.folder, side: 'akte_files' });
  return (
    <Section
      title={<FormattedMessage id="cases.files" />}
      all={count > newestFiles && { to, count }}
    >
      <NewestFiles place={place} atMost={newestFiles} />
    </Section>
  );
}

function Favorites({ shown, place, sideAfter }: CaseDetailsProps) {
  const address = useCaseAddress();
  const { data, error } = useFavoritesInfiniteQuery({ acc: place.acc, akte: place.akte });
  if (!data && error) return null; // a failure is not shown here
  const count = data?.pages[0]?.totalCount ?? 0;
  const to = address(shown, { folder: place.folder, side: 'favorite_messages' });
  return (
    <Section title={<FormattedMessage id="cases.favorites" />} all={count > 0 && { to, count }}>
      <FavoriteList shown={shown} atMost={newestFavorites} sideAfter={sideAfter} />
    </Section>
  );
}

function About({ shown }: { shown: CaseSummary }) {
  const minute = useMoment();
  const { aktenkurzbezeichnung, aktenzeichen, creationDate, folderCount, lastMessageDate } = shown;
  return (
    <Section title={<FormattedMessage id="cases.about" />}>
      <CaseFacts
        facts={{
          reference: aktenzeichen,
          shortName: aktenkurzbezeichnung,
          created: minute(creationDate),
          lastMessage: lastMessageDate === null ? undefined : minute(lastMessageDate),
          folders: folderCount || undefined,
        }}
      />
    </Section>
  );
}

/** Details of a case in the sidebar: everything except its messages. */
export function CaseDetails({ shown, place, sideAfter }: CaseDetailsProps) {
  const { accountId, assignees, categories } = shown;
  const account = useListAccountsQuery().data?.accounts.find(({ id }) => id === accountId);
  return (
    <>
      <Contact shown={shown} account={account} />
      {assignees.length > 0 && (
        <Section title={<FormattedMessage id="cases.assignees" />}>
          <Assignees assignees={assignees} />
        </Section>
      )}
      {account && account.assistants.length > 0 && (
        <Section title={<FormattedMessage id="cases.assistants" />}>
          <AssistantLinks assistants={account.assistants} />
        </Section>
      )}
      <Files shown={shown} place={place} />
      <Favorites shown={shown} place={place} sideAfter={sideAfter} />
      {categories.length > 0 && (
        <Section title={<FormattedMessage id="cases.categories" />}>
          <Categories categories={categories} />
        </Section>
      )}
      <About shown={shown} />
      <Part data-legal>
        <LegalLinks accountId={accountId} />
      </Part>
    </>
  );
}
