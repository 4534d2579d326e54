import { webAddresses, type GuidanceAddress } from '#schemas/platform/webAddresses.ts';
import type { WorkflowRow } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';

/** A link that opens a form: of a published form, or of an external request. */
export type FormLink = {
  /** Key of the form or of the request. The sealed state of a page names it. */
  key: string;
  /** Paths of the form's page and of its thank-you page. */
  here: string;
  succeed: string;
  /** Finds the only workflow of a request; undefined for one that is unknown or expired. */
  findOnly?: () => Promise<WorkflowRow | undefined>;
};

export const getPublicLink = (processGuid: string): FormLink => ({
  key: processGuid,
  here: webAddresses.externalForm(processGuid),
  succeed: webAddresses.externalFormSucceed(processGuid),
});

/** Finds the workflow of an external request; undefined for one that is unknown or expired. */
export type FindRequested = (
  deps: Deps,
  address: GuidanceAddress,
) => Promise<WorkflowRow | undefined>;

export const getRequestLink = (
  deps: Deps,
  address: GuidanceAddress,
  findRequested: FindRequested,
): FormLink => ({
  key: address.externalRequestKey,
  here: webAddresses.guidance(address),
  succeed: webAddresses.guidanceConfirmation(address),
  findOnly: () => findRequested(deps, address),
});
