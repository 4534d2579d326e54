import { useEffect, useEffectEvent } from 'react';
import { useIntl } from 'react-intl';
import { useDispatch, useStore } from 'react-redux';
import { pathToFolder } from '#schemas/cases/cases.rules.ts';
import type { PortalEvent } from '#schemas/platform/events.ts';
import { api, liveTags } from '#src/api/client/api.ts';
import { followCards } from '#src/api/tasks/board.ts';
import { lastSeenCase } from '#src/api/cases/cases.ts';
import type { AppDispatch } from '#src/api/client/dispatch.ts';
import { isReadHere } from '#src/api/cases/messages.ts';
import { shareEvents } from '#src/api/events/sharedEvents.ts';
import { folderParam } from '#src/routing/paths.ts';
import type { RouteMatch } from '#src/routing/routes.ts';
import { toast } from '#src/ui/toast.ts';
import type { createStore } from './store.ts';

type State = ReturnType<ReturnType<typeof createStore>['getState']>;

/**
 * Tags to invalidate after each event; few, because calls are rate limited
 * (docs/behaviour/portal.md#retries).
 */
const staleAfter: Record<PortalEvent['type'], readonly (typeof liveTags)[number][]> = {
  boardChanged: ['Board'], // the tasks of a case; followCards updates the board
  staffChanged: ['Account', 'Staff'], // an account contains the reader's role
  caseChanged: ['Account', 'Case', 'Search'],
  caseVanished: ['Account', 'Case', 'Search'],
  historyChanged: ['CaseHistory'],
  taskAssigned: ['Task'],
  taskChanged: ['Task'],
  folderChanged: ['Case', 'Search'],
  folderVanished: ['Account', 'Case', 'Favorite', 'Search', 'Timeline'],
  messageCreated: ['Account', 'Case', 'CaseFile', 'Search', 'Timeline'],
  messageRead: ['Account', 'Case', 'Search', 'Timeline'],
  messageFavorite: ['Favorite', 'Timeline'],
  messageVanished: ['Account', 'Case', 'CaseFile', 'Favorite', 'Search', 'Timeline'],
};
const ofOneCase: readonly string[] = [
  'CaseFile',
  'CaseHistory',
  'Favorite',
  'Task',
  'Timeline',
] satisfies (typeof liveTags)[number][];

const listTags = ({ type, akteIdHash, workflowId }: PortalEvent) =>
  staleAfter[type].flatMap((tag) => {
    if (tag === 'Board') return workflowId === undefined ? [] : { type: tag, id: workflowId };
    return akteIdHash !== null && ofOneCase.includes(tag) ? { type: tag, id: akteIdHash } : tag;
  });

/**
 * Applies the events of other users to the cache, and shows a toast for what is no longer shared
 * (docs/behaviour/cases.md#no-longer-shared).
 */
export function useLiveEvents(
  userId: string | undefined,
  { params, query }: Pick<RouteMatch, 'params' | 'query'>,
): void {
  const intl = useIntl();
  const dispatch = useDispatch<AppDispatch>();
  const store = useStore<State>();
  const whatVanished = useEffectEvent(
    ({ type, accountId, akteIdHash, folderId }: PortalEvent): string | undefined => {
      if (type === 'messageVanished') return intl.formatMessage({ id: 'messages.noMoreShared' });
      if ((type !== 'caseVanished' && type !== 'folderVanished') || akteIdHash === null)
        return undefined;
      if (
        akteIdHash === params['akteIdHash'] &&
        (type === 'caseVanished' || folderId === query.get(folderParam))
      )
        return undefined; // the page that closes shows the toast
      const known = lastSeenCase(store.getState(), { accountId, akteIdHash });
      const name =
        type === 'caseVanished'
          ? known?.header
          : pathToFolder(known?.folders ?? [], folderId ?? '').at(-1)?.name;
      return name === undefined
        ? undefined
        : intl.formatMessage({ id: 'cases.noMoreShared' }, { name });
    },
  );
  useEffect(() => {
    if (userId === undefined) return undefined;
    const listening = new AbortController();
    const follow = followCards(store.dispatch);
    void shareEvents(
      userId,
      {
        onEvents(events) {
          for (const event of events) {
            if (event.type === 'boardChanged') follow(event);
            const text = whatVanished(event);
            if (text) toast({ level: 'warning', text });
          }
          const unknown = events.filter(
            (event) => event.type !== 'messageRead' || !isReadHere(store.getState(), event),
          );
          dispatch(api.util.invalidateTags(unknown.flatMap(listTags)));
        },
        onReset: () => dispatch(api.util.invalidateTags([...liveTags])),
      },
      listening.signal,
    );
    return () => listening.abort();
  }, [userId, dispatch, store]);
}
