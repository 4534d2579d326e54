import { useCallback, useEffect, useRef } from 'react';
import { getPrivacy, getTerms } from '#schemas/accounts/accounts.ts';
import { fetchReply } from '#src/api/client/call.ts';
import { useReply } from '#src/api/client/useReply.ts';
import type { ConsentName } from '../useConsent.ts';

async function fetchStatement(acc: string, name: ConsentName) {
  if (name === 'datenschutzAccepted') {
    const { datenschutz: text, hash } = await fetchReply(getPrivacy, { params: { acc } });
    return { text, hash };
  }
  const query = { resultType: 'stream' } as const;
  const { agb: text, hash } = await fetchReply(getTerms, { params: { acc }, query });
  return { text, hash };
}

/**
 * Loads an account's terms or privacy notice. A response with another hash than `hash` is loaded
 * once more, because it may be older. `isOther` says that the text is newer than the one the page
 * can accept. With an `error` there is no text: a cached one may be outdated.
 */
export function useStatement(accountId: string, name: ConsentName, hash: string | undefined) {
  const load = useCallback(() => fetchStatement(accountId, name), [accountId, name]);
  const { data, error, isFetching, refetch } = useReply(load);
  const askedFor = useRef<string>(undefined);
  const isOther = hash !== undefined && data !== undefined && data.hash !== hash;
  const isOutdated = isOther && !isFetching && askedFor.current !== hash;

  useEffect(() => {
    if (!isOutdated) return;
    askedFor.current = hash; // once: another hash is a newer text then
    refetch();
  }, [isOutdated, hash, refetch]);

  return {
    text: error ? undefined : data?.text,
    error,
    isFetching: isFetching || isOutdated,
    isOther: isOther && !error,
    refetch,
  };
}
