import { useLayoutEffect, useState } from 'react';
import { useDispatch } from 'react-redux';
import type { AccountPublicInfo } from '#schemas/accounts.ts';
import { accountsApi } from './accounts.ts';
import type { AppDispatch } from './dispatch.ts';

function readSentAlong(): AccountPublicInfo | undefined {
  const text = document.getElementById('public-info')?.textContent;
  return text ? (JSON.parse(text) as AccountPublicInfo) : undefined; // the server's own word
}

/** Takes in what the server has sent along with a public page, so that its first show waits for no call. Whether that is done. */
export function useSentAlong(): boolean {
  const dispatch = useDispatch<AppDispatch>();
  const [info] = useState(readSentAlong);
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
    document.getElementById('public-info')?.remove(); // what comes later is asked for
    setTaken(true);
  }, [dispatch, info]);
  return isTaken;
}
