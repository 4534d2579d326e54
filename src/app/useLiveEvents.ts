import { useEffect, useEffectEvent } from 'react';
import { useIntl } from 'react-intl';
import { useDispatch, useStore } from 'react-redux';
import { pathToFolder } from '#schemas/cases.rules.ts';
import type { PortalEvent } from '#schemas/events.ts';
import { api, liveTags } from '#src/api/api.ts';
import { followCards } from '#src/api/board.ts';
import { lastSeenCase } from '#src/api/cases.ts';
import type { AppDispatch } from '#src/api/dispatch.ts';
import { isReadHere } from '#src/api/messages.ts';
import { shareEvents } from '#src/api/sharedEvents.ts';
import { folderParam } from '#src/lib/paths.ts';
import type { Place } from '#src/lib/routes.ts';
import type { ShowToast } from '#src/lib/showToast.ts';
import type { createStore } from './store.ts';

type State = ReturnType<ReturnType<typeof createStore>['getState']>;

/** What has to be asked for anew, and no more: calls wait for each other (calls.md §7, Request queue). */
const staleAfter: Record<PortalEvent['type'], readonly (typeof liveTags)[number][]> = {
  boardChanged: ['Board'], // of this task: the board itself goes by followCards
  staffChanged: ['Account', 'Staff'], // an account says what the reader is there
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

const tagsOf = ({ type, akteIdHash, workflowId }: PortalEvent) =>
  staleAfter[type].flatMap((tag) => {
    if (tag === 'Board') return workflowId === undefined ? [] : { type: tag, id: workflowId };
    return akteIdHash !== null && ofOneCase.includes(tag) ? { type: tag, id: akteIdHash } : tag;
  });

/** Shows on every page behind the login what others have done meanwhile, and says what is no longer shared (calls.md §8, Sharing). */
export function useLiveEvents(
  userId: string | undefined,
  { params, query }: Pick<Place, 'params' | 'query'>,
  showToast: ShowToast,
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
        return undefined; // the page that is left says it
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
            if (text) showToast({ level: 'warning', text });
          }
          const unknown = events.filter(
            (event) => event.type !== 'messageRead' || !isReadHere(store.getState(), event),
          );
          dispatch(api.util.invalidateTags(unknown.flatMap(tagsOf)));
        },
        onReset: () => dispatch(api.util.invalidateTags([...liveTags])),
      },
      listening.signal,
    );
    return () => listening.abort();
  }, [userId, dispatch, showToast, store]);
}
