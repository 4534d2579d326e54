import { useMemo } from 'react';
import { useLocation, useParams } from 'react-router-dom';
import { accountsApi } from '#src/api/accounts/accounts.ts';
import { assistantsApi } from '#src/api/forms/assistants.ts';
import { pageFamilies, type GuidanceAddress } from '#schemas/platform/webAddresses.ts';
import { paths } from '#src/routing/paths.ts';
import type { AppDispatch } from '#src/api/client/dispatch.ts';

/** Link to a form: its addresses, draft and workflow. */
export type FormLink = {
  /** Key of its draft on this device. */
  form: string;
  /** Addresses of the form and its thank-you page. */
  here: string;
  succeed: string;
  /** true when it can be filled in again */
  isForMany: boolean;
  /** Key of the link. */
  findKey: (dispatch: AppDispatch) => Promise<string>;
};

/** A published form. */
const publicLink = (processGuid: string): FormLink => ({
  form: processGuid,
  here: paths.externalForm(processGuid),
  succeed: paths.externalFormSucceed(processGuid),
  isForMany: true,
  findKey: async () => processGuid,
});

/** An external request: a form for one person. Its key resolves to the workflow. */
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

/** Parses the link in this page's address. */
export function useFormLink(): FormLink {
  const { processGuid, accountIdentity = '', externalRequestKey = '' } = useParams();
  const { pathname } = useLocation();
  return useMemo(() => {
    if (processGuid !== undefined) return publicLink(processGuid);
    const family = pageFamilies.find((name) => pathname.startsWith(`/${name}/`)) ?? 'page';
    return requestLink({ family, accountIdentity, externalRequestKey });
  }, [processGuid, accountIdentity, externalRequestKey, pathname]);
}
