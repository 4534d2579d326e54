import { useEffect } from 'react';
import { useIntl } from 'react-intl';
import { useDispatch, useStore } from 'react-redux';
import type { PortalEvent } from '#schemas/events.ts';
import { api } from '#src/api/api.ts';
import { casesApi } from '#src/api/cases.ts';
import type { AppDispatch } from '#src/api/dispatch.ts';
import { listenToEvents } from '#src/api/events.ts';
import type { ShowToast } from '#src/lib/showToast.ts';
import type { createStore } from './store.ts';

type State = ReturnType<ReturnType<typeof createStore>['getState']>;

/** What has to be asked for anew. */
function tagsOf({ type, akteIdHash }: PortalEvent) {
  const timeline = { type: 'Timeline' as const, id: akteIdHash };
  return type === 'messageFavorite' ? [timeline] : ['Case' as const, 'Account' as const, timeline];
}

/** Shows on every page behind the login what others have done meanwhile, and says what is no longer shared (calls.md §8, Sharing). */
export function useLiveEvents(userId: string | undefined, showToast: ShowToast): void {
  const intl = useIntl();
  const dispatch = useDispatch<AppDispatch>();
  const store = useStore<State>();
  useEffect(() => {
    if (userId === undefined) return undefined;
    const listening = new AbortController();
    const vanished = ({ type, accountId, akteIdHash }: PortalEvent): string | undefined => {
      const known = casesApi.endpoints.getCase.select({ params: { acc: accountId, akte: akteIdHash } })(store.getState()).data;
      if (type === 'messageVanished') return intl.formatMessage({ id: 'messages.noMoreShared' });
      return type === 'caseVanished' && known ? intl.formatMessage({ id: 'cases.noMoreShared' }, { name: known.header }) : undefined;
    };
    void listenToEvents({
      onEvents(events) {
        for (const event of events) {
          const text = vanished(event);
          if (text) showToast({ level: 'warning', text });
        }
        dispatch(api.util.invalidateTags(events.flatMap(tagsOf)));
      },
      onReset: () => dispatch(api.util.invalidateTags(['Account', 'Case', 'Timeline'])),
    }, listening.signal);
    return () => listening.abort();
  }, [userId, dispatch, intl, showToast, store]);
}
