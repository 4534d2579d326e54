import { useEffect, useRef } from 'react';
import { useGetPrivacyQuery, useGetTermsQuery } from '#src/api/accounts.ts';
import type { ConsentName } from './useConsent.ts';

/**
 * An account's terms or privacy notice. With the `hash` of the text that is to be accepted, an answer that was on its way for the
 * one before is asked for again; `isOther` says that the text is newer than what the page can accept, which the server then tells it.
 * With an `error` there is no text: the one that came before it may be older than what its box stands for.
 */
export function useStatement(accountId: string, name: ConsentName, hash: string | undefined) {
  const isTerms = name === 'agbAccepted';
  const terms = useGetTermsQuery(
    { params: { acc: accountId }, query: { resultType: 'stream' } },
    { skip: !isTerms, refetchOnMountOrArgChange: true },
  );
  const privacy = useGetPrivacyQuery(
    { params: { acc: accountId } },
    { skip: isTerms, refetchOnMountOrArgChange: true },
  );
  const { data, error, isFetching, refetch } = isTerms ? terms : privacy;
  const askedFor = useRef<string>(undefined);
  const isOther = hash !== undefined && data !== undefined && data.hash !== hash;
  const isOutdated = isOther && !isFetching && askedFor.current !== hash;

  useEffect(() => {
    if (!isOutdated) return;
    askedFor.current = hash; // once: what is other then is newer
    void refetch();
  }, [isOutdated, hash, refetch]);

  const text = isTerms ? terms.data?.agb : privacy.data?.datenschutz;
  return {
    text: error ? undefined : text,
    error,
    isFetching: isFetching || isOutdated,
    isOther: isOther && !error,
    refetch,
  };
}
