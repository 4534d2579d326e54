import { useEffect, useEffectEvent } from 'react';
import { useIntl, type IntlShape } from 'react-intl';
import { useDispatch, useStore } from 'react-redux';
import { listPathToFolder } from '#schemas/cases/cases.rules.ts';
import { clientLimits } from '#schemas/platform/limits.ts';
import type { PortalEvent } from '#schemas/events/events.ts';
import { api, liveTags } from '#src/api/client/api.ts';
import { findCachedAccount } from '#src/api/accounts/accounts.ts';
import { followCards } from '#src/api/tasks/board.ts';
import { findCachedCase } from '#src/api/cases/cases.ts';
import type { AppDispatch } from '#src/api/client/dispatch.ts';
import { isReadHere } from '#src/api/cases/messages.ts';
import { findFirstEventId, forgetFirstReplies } from '#src/api/client/firstReplies.ts';
import { userSessions } from '#src/api/client/userSessions.ts';
import { shareEvents } from '#src/api/events/sharedEvents.ts';
import { folderParam } from '#src/routing/paths.ts';
import type { RouteMatch } from '#src/routing/routes.ts';
import { toast } from '#src/ui/toast.ts';
import type { createStore } from './store.ts';

type State = ReturnType<ReturnType<typeof createStore>['getState']>;

type Tag = (typeof liveTags)[number];

/**
 * Tags to invalidate after each event; few, because calls are rate limited
 * (docs/behaviour/portal.md#retries).
 */
const staleAfter: Record<PortalEvent['type'], readonly Tag[]> = {
  boardChanged: ['Board', 'FirmCase'], // the tasks of a case; followCards updates the board
  inboxChanged: ['Inbox'],
  firmCaseChanged: ['FirmCase'],
  firmClientChanged: ['FirmClient'],
  staffChanged: ['Account', 'Staff'], // an account contains the reader's role
  accountActivated: [...liveTags], // everything of the account was locked
  detailsChanged: ['Account', 'OwnDetails'], // the call for the accounts renews the token
  caseChanged: ['Account', 'Case', 'Search'],
  caseVanished: ['Account', 'Case', 'Search'],
  historyChanged: ['CaseHistory'],
  taskAssigned: ['Task'],
  taskChanged: ['Task'],
  folderChanged: ['Case', 'Search'],
  folderVanished: ['Account', 'Case', 'Favorite', 'Search', 'Timeline'],
  messageCreated: ['Account', 'Case', 'CaseFile', 'Search', 'Timeline'],
  messageRead: ['Account', 'Case', 'CaseFile', 'Search', 'Timeline'],
  messageFavorite: ['Favorite', 'Timeline'],
  messageVanished: ['Account', 'Case', 'CaseFile', 'Favorite', 'Search', 'Timeline'],
};
const ofOneCase: readonly string[] = [
  'CaseFile',
  'CaseHistory',
  'Favorite',
  'Task',
  'Timeline',
] satisfies Tag[];

/** A server of a newer version may send other types. */
const tagsByType: Partial<Record<string, readonly Tag[]>> = staleAfter;

const listTags = ({ type, akteIdHash, workflowId }: PortalEvent) =>
  (tagsByType[type] ?? []).flatMap((tag): (Tag | { type: Tag; id: string })[] => {
    if (tag === 'Board') return workflowId === undefined ? [] : [{ type: tag, id: workflowId }];
    // The list of cases, and the open one.
    if (tag === 'FirmCase') return ['LIST', akteIdHash ?? ''].map((id) => ({ type: tag, id }));
    return akteIdHash !== null && ofOneCase.includes(tag) ? [{ type: tag, id: akteIdHash }] : [tag];
  });

type Page = Pick<RouteMatch, 'params' | 'query'>;

/** Returns the text of a toast for what is no longer shared, unless the page itself closes. */
function describeVanished(
  { type, accountId, akteIdHash, folderId }: PortalEvent,
  { intl, state, params, query }: Page & { intl: IntlShape; state: State },
): string | undefined {
  if (type === 'messageVanished') return intl.formatMessage({ id: 'messages.noMoreShared' });
  if ((type !== 'caseVanished' && type !== 'folderVanished') || akteIdHash === null)
    return undefined;
  if (
    akteIdHash === params['akteIdHash'] &&
    (type === 'caseVanished' || folderId === query.get(folderParam))
  )
    return undefined; // the page that closes shows the toast
  const known = findCachedCase(state, { accountId, akteIdHash });
  const name =
    type === 'caseVanished'
      ? known?.header
      : listPathToFolder(known?.folders ?? [], folderId ?? '').at(-1)?.name;
  return name === undefined
    ? undefined
    : intl.formatMessage({ id: 'cases.noMoreShared' }, { name });
}

/** Returns the text of a toast for details that a provider has changed. */
function describeChange(
  { type, accountId }: PortalEvent,
  { intl, state }: { intl: IntlShape; state: State },
): string | undefined {
  if (type !== 'detailsChanged') return undefined;
  const name = findCachedAccount(state, accountId)?.name;
  return name === undefined ? undefined : intl.formatMessage({ id: 'details.changed' }, { name });
}

/**
 * Applies the events of other users to the cache, and shows a toast for what is no longer shared
 * (docs/behaviour/cases.md#no-longer-shared).
 */
export function useLiveEvents(userId: string | undefined, { params, query }: Page): void {
  const intl = useIntl();
  const dispatch = useDispatch<AppDispatch>();
  const store = useStore<State>();
  const describe = useEffectEvent((event: PortalEvent) => {
    const state = store.getState();
    return (
      describeVanished(event, { intl, state, params, query }) ??
      describeChange(event, { intl, state })
    );
  });
  useEffect(() => {
    if (userId === undefined) return undefined;
    const listening = new AbortController();
    const follow = followCards(store.dispatch);
    const reload = () => dispatch(api.util.invalidateTags([...liveTags]));
    let firstReset: ReturnType<typeof setTimeout> | undefined;
    let isWaiting = false;
    void shareEvents(
      userId,
      {
        after: findFirstEventId(),
        onEvents(events) {
          forgetFirstReplies();
          for (const event of events) {
            if (event.type === 'boardChanged') follow(event);
            if (event.type === 'detailsChanged') userSessions.renewSoon('registered');
            const text = describe(event);
            if (text) toast({ level: 'warning', text });
          }
          const unknown = events.filter(
            (event) => event.type !== 'messageRead' || !isReadHere(store.getState(), event),
          );
          dispatch(api.util.invalidateTags(unknown.flatMap(listTags)));
        },
        // The page has just loaded its data, and may lack events from before the connection. Its
        // own calls come first, because calls are rate limited.
        onReset() {
          forgetFirstReplies();
          if (isWaiting) return;
          if (firstReset !== undefined) return void reload();
          isWaiting = true;
          firstReset = setTimeout(() => {
            isWaiting = false;
            reload();
          }, clientLimits.callWindowMs);
        },
      },
      listening.signal,
    );
    return () => {
      listening.abort();
      clearTimeout(firstReset);
    };
  }, [userId, dispatch, store]);
}
