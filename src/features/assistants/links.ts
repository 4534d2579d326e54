import { useMemo } from 'react';
import { useLocation, useParams } from 'react-router-dom';
import { accountsApi } from '#src/api/accounts.ts';
import { assistantsApi } from '#src/api/assistants.ts';
import { pageFamilies, type GuidanceAddress } from '#schemas/webAddresses.ts';
import { paths } from '#src/lib/paths.ts';
import type { AppDispatch } from '#src/api/dispatch.ts';

/** How a visitor came to a form, and where it goes on. */
export type FormLink = {
  /** Names its draft on this device. */
  form: string;
  /** Its own address, and that of the thanks. */
  here: string;
  succeed: string;
  /** Whether it can be filled in again. */
  isForMany: boolean;
  /** The key that opens it. */
  findKey: (dispatch: AppDispatch) => Promise<string>;
};

/** A form that is on the net for everyone. */
const publicLink = (processGuid: string): FormLink => ({
  form: processGuid,
  here: paths.externalForm(processGuid),
  succeed: paths.externalFormSucceed(processGuid),
  isForMany: true,
  findKey: async () => processGuid,
});

/** A form that one person is asked to fill in: its key leads to the workflow that waits for the answer. */
const requestLink = (address: GuidanceAddress): FormLink => ({
  form: address.externalRequestKey,
  here: paths.guidance(address),
  succeed: paths.guidanceConfirmation(address),
  isForMany: false,
  async findKey(dispatch) {
    const { resolveAccountKey } = accountsApi.endpoints;
    const { accountId } = await dispatch(
      resolveAccountKey.initiate(
        { params: { identify: address.accountIdentity } },
        { subscribe: false },
      ),
    ).unwrap();
    const params = { acc: accountId, key: address.externalRequestKey };
    return (
      await dispatch(
        assistantsApi.endpoints.resolveExternalRequest.initiate({ params }, { subscribe: false }),
      ).unwrap()
    ).workflowKey;
  },
});

/** The link that the address of this page is. */
export function useFormLink(): FormLink {
  const { processGuid, accountIdentity = '', externalRequestKey = '' } = useParams();
  const { pathname } = useLocation();
  return useMemo(() => {
    if (processGuid !== undefined) return publicLink(processGuid);
    const family = pageFamilies.find((name) => pathname.startsWith(`/${name}/`)) ?? 'page';
    return requestLink({ family, accountIdentity, externalRequestKey });
  }, [processGuid, accountIdentity, externalRequestKey, pathname]);
}
