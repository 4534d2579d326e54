import { styled } from '@linaria/react';
import { skipToken } from '@reduxjs/toolkit/query';
import { useEffect, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Account } from '#schemas/accounts/accounts.ts';
import { mayReadInbox } from '#schemas/accounts/staff.rules.ts';
import type { StaffRole } from '#schemas/platform/endpoint.ts';
import { mayChange } from '#schemas/tasks/inbox.rules.ts';
import type { InboxItem } from '#schemas/tasks/inbox.ts';
import { usePortalTitle } from '#src/api/accounts/usePortalTitle.ts';
import { useClientId } from '#src/api/client/useUser.ts';
import { inboxApi, useCountInboxQuery } from '#src/api/tasks/inbox.ts';
import { useStaffAccount } from '#src/api/accounts/useStaffAccount.ts';
import { AccountChoice } from '#src/forms/AccountChoice.tsx';
import { WithoutAccount } from '#src/forms/WithoutAccount.tsx';
import { Illustration } from '#src/ui/Illustration.tsx';
import { ListAndRecord } from '#src/ui/ListAndRecord.tsx';
import { InboxList } from './InboxList.tsx';
import { KeysDialog } from './KeysDialog.tsx';
import { RecordPane } from './RecordPane.tsx';
import { useInboxAddress, type InboxAddress } from './useInboxAddress.ts';
import { useInboxItems } from './useInboxItems.ts';
import { useInboxKeys, type InboxKey } from './useInboxKeys.ts';
import { useMarking } from './useMarking.ts';

const NothingOpen = styled.div`
  display: grid;
  gap: var(--s-2);
  place-content: center;
  justify-items: center;
  height: 100%;
  padding: var(--s-6);
  text-align: center;
  p {
    color: var(--muted);
  }
`;

type Reader = { account: Account; role: StaffRole };

/** Returns the item so many places below the open one; above for a negative number. */
function findNeighbour(ids: readonly string[], openId: string | undefined, by: number) {
  if (openId === undefined) return ids[0];
  const place = ids.indexOf(openId);
  return place < 0 ? undefined : ids[place + by];
}

/** Returns what the buttons and keys of the open item do. */
function useActions(
  { acc, role, userId }: { acc: string; role: StaffRole; userId: string },
  { items, address }: { items: readonly InboxItem[]; address: InboxAddress },
) {
  const { itemId, setItemId } = address;
  const latest = useRef(address);
  useEffect(() => {
    latest.current = address; // the reader may open another item or view during a call
  });
  const marking = useMarking(acc);
  const ids = items.map(({ submissionId }) => submissionId);
  const args = itemId === undefined ? skipToken : { params: { acc, submissionId: itemId } };
  const { currentData: open } = inboxApi.endpoints.getInboxRecord.useQueryState(args);

  async function toggleDone(): Promise<void> {
    if (!open || marking.isMarking) return;
    const next = findNeighbour(ids, itemId, 1) ?? findNeighbour(ids, itemId, -1);
    if ((await marking.toggleDone(open)) && latest.current.itemId === itemId)
      latest.current.setItemId(next);
  }

  function take(): void {
    if (!open || marking.isMarking) return;
    const assigneeId = open.assignee?.userId ?? null;
    const wanted = { assigneeId: assigneeId === userId ? null : userId };
    if (mayChange(role, { userId, assigneeId }, wanted)) void marking.change(open, wanted);
  }

  const goBy = (by: number) => () => setItemId(findNeighbour(ids, itemId, by) ?? itemId);
  return { marking, ids, toggleDone, take, goBy };
}

function NothingChosen({ isAllDone }: { isAllDone: boolean }) {
  return (
    <NothingOpen>
      <Illustration subject="letter" />
      <h2>
        <FormattedMessage id={isAllDone ? 'inbox.allDone' : 'inbox.choose'} />
      </h2>
      <p>
        <FormattedMessage id="inbox.live" />
      </p>
    </NothingOpen>
  );
}

function OpenInbox({ account: { id: acc }, role, accountChoice }: Reader & ChoiceProps) {
  const intl = useIntl();
  const userId = useClientId(acc);
  const address = useInboxAddress();
  const { view, search: q, itemId, setItemId } = address;
  const inbox = useInboxItems({ acc, view, q });
  const { data: counts } = useCountInboxQuery({ params: { acc } });
  const [isShowingKeys, setIsShowingKeys] = useState(false);
  const reader = { acc, role, userId };
  const { marking, ids, toggleDone, take, goBy } = useActions(reader, { ...inbox, address });
  const place = itemId === undefined ? -1 : ids.indexOf(itemId);
  const onKey: Record<InboxKey, () => void> = {
    j: goBy(1),
    k: goBy(-1),
    e: () => void toggleDone(),
    i: take,
    '/': () => document.getElementById('inbox-search')?.focus(),
    '?': () => setIsShowingKeys(true),
  };
  useInboxKeys((key) => onKey[key]());
  return (
    <>
      <InboxList
        {...inbox}
        address={address}
        counts={counts}
        accountChoice={accountChoice}
        onShowKeys={() => setIsShowingKeys(true)}
      />
      <section data-record aria-label={intl.formatMessage({ id: 'inbox.record' })}>
        {itemId === undefined ? (
          <NothingChosen isAllDone={counts?.open === 0} />
        ) : (
          <RecordPane
            {...reader}
            key={itemId}
            submissionId={itemId}
            marking={marking}
            position={place < 0 ? undefined : { at: place + 1, of: ids.length }}
            onDone={() => void toggleDone()}
            onBack={() => setItemId(undefined)}
          />
        )}
      </section>
      {isShowingKeys && <KeysDialog onClose={() => setIsShowingKeys(false)} />}
    </>
  );
}

type ChoiceProps = { accountChoice: React.ReactNode };

/** The start page of a firm's staff: what visitors and clients have sent. */
export function InboxPage() {
  const intl = useIntl();
  const { itemId } = useInboxAddress();
  const { account, accounts, isLoading, error, retry } = useStaffAccount(mayReadInbox);
  const role = account?.boardRole;
  const title = intl.formatMessage({ id: 'inbox.title' });
  usePortalTitle(title, account?.id);
  return (
    <ListAndRecord id="content" data-open={itemId === undefined ? undefined : ''}>
      {account && role ? (
        <OpenInbox
          key={account.id}
          account={account}
          role={role}
          accountChoice={<AccountChoice accounts={accounts} chosen={account.id} />}
        />
      ) : (
        <WithoutAccount title={title} isLoading={isLoading} error={error} retry={retry}>
          <FormattedMessage id="inbox.none" />
        </WithoutAccount>
      )}
    </ListAndRecord>
  );
}
