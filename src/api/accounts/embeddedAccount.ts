import { useEffect, useLayoutEffect, useState } from 'react';
import { useDispatch } from 'react-redux';
import type { AccountPublicInfo } from '#schemas/accounts/accounts.ts';
import { defaultLanguage } from '#schemas/platform/common.ts';
import { detectLanguage } from '#src/locale/language.ts';
import { accountsApi } from './accounts.ts';
import type { AppDispatch } from '#src/api/client/dispatch.ts';

function readEmbeddedAccount(): AccountPublicInfo | undefined {
  if (typeof document === 'undefined') return undefined;
  const text = document.getElementById('public-info')?.textContent;
  return text ? (JSON.parse(text) as AccountPublicInfo) : undefined; // written by the server
}

/**
 * Puts the account embedded in a public page into the cache, so that the first render needs no
 * request. Returns true once that is done.
 */
export function useEmbeddedAccount(): boolean {
  const dispatch = useDispatch<AppDispatch>();
  const [info] = useState(readEmbeddedAccount);
  const [isTaken, setTaken] = useState(info === undefined);
  useLayoutEffect(() => {
    if (!info) return;
    const { accountId, accountUniqueKey } = info;
    dispatch(
      accountsApi.util.upsertQueryEntries([
        {
          endpointName: 'resolveAccountKey',
          arg: { params: { identify: accountUniqueKey } },
          value: { accountId },
        },
        { endpointName: 'getPublicInfo', arg: { params: { id: accountId } }, value: info },
      ]),
    );
    document.getElementById('public-info')?.remove(); // later pages load theirs
    setTaken(true);
  }, [dispatch, info]);
  // the first HTML is in the default language
  useEffect(() => {
    if (info && isTaken && detectLanguage() !== defaultLanguage)
      dispatch(accountsApi.util.invalidateTags(['PublicInfo']));
  }, [dispatch, info, isTaken]);
  return isTaken;
}
