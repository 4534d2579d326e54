import { useEffect, useRef } from 'react';
import { useGetPrivacyQuery, useGetTermsQuery } from '#src/api/accounts/accounts.ts';
import type { ConsentName } from './useConsent.ts';

/**
 * Loads an account's terms or privacy notice. A response with another hash than `hash` is loaded
 * once more, because it may be older. `isOther` says that the text is newer than the one the page
 * can accept. With an `error` there is no text: a cached one may be outdated.
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
    askedFor.current = hash; // once: another hash is a newer text then
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
