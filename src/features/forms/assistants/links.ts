import { useMemo } from 'react';
import { useLocation, useParams } from 'react-router-dom';
import { resolveAccountKey } from '#schemas/accounts/accounts.ts';
import { resolveExternalRequest } from '#schemas/forms/externalRequests.ts';
import { pageFamilies, type GuidanceAddress } from '#schemas/platform/webAddresses.ts';
import { paths } from '#src/routing/paths.ts';
import { fetchReply } from '#src/api/client/call.ts';

/** Link to a form: its addresses, draft and workflow. */
export type FormLink = {
  /** Key of its draft on this device. */
  form: string;
  /** Addresses of the form and its thank-you page. */
  here: string;
  succeed: string;
  /** true when it can be filled in again */
  isForMany: boolean;
  /** Public key of the account, in the address of an external request. */
  accountIdentity?: string;
  /** Key of the link. */
  findKey: () => Promise<string>;
};

/** A published form. */
const getPublicLink = (processGuid: string): FormLink => ({
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
  accountIdentity: address.accountIdentity,
  async findKey() {
    const { accountId } = await fetchReply(resolveAccountKey, {
      params: { identify: address.accountIdentity },
    });
    const params = { acc: accountId, key: address.externalRequestKey };
    return (await fetchReply(resolveExternalRequest, { params })).workflowKey;
  },
});

/** Parses the link in this page's address. */
export function useFormLink(): FormLink {
  const { processGuid, accountIdentity = '', externalRequestKey = '' } = useParams();
  const { pathname } = useLocation();
  return useMemo(() => {
    if (processGuid !== undefined) return getPublicLink(processGuid);
    const family = pageFamilies.find((name) => pathname.startsWith(`/${name}/`)) ?? 'page';
    return requestLink({ family, accountIdentity, externalRequestKey });
  }, [processGuid, accountIdentity, externalRequestKey, pathname]);
}
