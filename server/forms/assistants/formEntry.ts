import type {
  AnsweredForm,
  FormOpening,
  FormProcess,
  LoginRequired,
} from '#schemas/forms/assistants.ts';
import { isOpenToVisitors } from '#schemas/forms/providerForms.rules.ts';
import type { Deps } from '#server/deps.ts';
import type { WorkflowRow } from '#server/db/schema.ts';
import { getAccount, getLogoUrl } from '#server/accounts/accounts/service.ts';
import { getClosing } from '#server/forms/closings/service.ts';
import { getRequiredPin } from '#server/forms/pins/service.ts';
import { withCurrentValidators } from '#server/validators/currentValidators.ts';
import type { FormLink } from './formLinks.ts';
import { findProven, getRequiredLogin, isProven } from './openWorkflow.ts';
import type { PinProof } from './pinCookie.ts';
import * as repository from './repository.ts';
import { presentOpening, presentProcess } from './service.ts';

/**
 * A form to draw, the question for its PIN, or the provider of a request that was answered. A private
 * form is for one person, or for a browser that gave its PIN. Search engines may list a public one.
 */
export type FormEntry =
  | { opening: FormOpening; access: 'public' | 'unlisted' | 'private' }
  | { required: LoginRequired }
  | { answered: AnsweredForm };

/** Removes what only the scripts of the browser need. */
export const toOpening = ({
  workflowType: _type,
  returnUrl: _url,
  isReturnAllowed: _isAllowed,
  metaData: { timeToken: _token, ...metaData },
  ...opening
}: Omit<FormProcess, 'workflowKey'>): FormOpening => ({ ...opening, metaData });

async function getNewest(deps: Deps, form: repository.LinkedForm): Promise<FormOpening> {
  const newest = { formId: form.id, revision: form.revision };
  return presentOpening(
    await withCurrentValidators(deps, await repository.findRevision(deps.db, newest)),
    await getAccount(deps.db, form),
  );
}

async function drawWorkflow(deps: Deps, workflow: WorkflowRow): Promise<FormEntry> {
  const { workflowKey: _key, ...process } = await presentProcess(deps, workflow);
  return { opening: toOpening(process), access: 'private' };
}

async function getRequestEntry(
  deps: Deps,
  workflow: WorkflowRow,
  proof: PinProof,
): Promise<FormEntry> {
  const { accountId, submittedAt } = workflow;
  if (submittedAt) {
    const account = await getAccount(deps.db, { accountId });
    const { name: accountName, contact, primaryColor, secondaryColor } = account;
    const headerLogoUrl = getLogoUrl(account, 'logo');
    const theme = { primaryColor, secondaryColor };
    return { answered: { accountId, accountName, headerLogoUrl, theme, contact, submittedAt } };
  }
  return isProven(await getRequiredPin(deps, workflow), workflow, proof)
    ? drawWorkflow(deps, workflow)
    : { required: await getRequiredLogin(deps, accountId) };
}

/**
 * Returns how a link opens in this browser, and starts no workflow; undefined for a form that is
 * closed or not published, and for an unknown request.
 */
export async function getFormEntry(
  deps: Deps,
  link: FormLink,
  proof: PinProof,
): Promise<FormEntry | undefined> {
  if (!link.findOnly) return getPublicEntry(deps, link.key, proof);
  const workflow = await link.findOnly();
  return workflow && getRequestEntry(deps, workflow, proof);
}

async function getPublicEntry(
  deps: Deps,
  processGuid: string,
  proof: PinProof,
): Promise<FormEntry | undefined> {
  const form = await repository.findLinkedForm(deps.db, processGuid);
  if (!form || !isOpenToVisitors(form)) return undefined;
  const pin = await getRequiredPin(deps, { formId: form.id });
  const proven = pin && (await findProven(deps, pin, proof));
  if (proven && proven !== 'new') return drawWorkflow(deps, proven);
  if ((await getClosing(deps, form.id)).closedBy !== null) return undefined;
  if (pin && !proven) return { required: await getRequiredLogin(deps, form.accountId) };
  const isPublic = form.visibility === 'public';
  const access = pin ? 'private' : isPublic ? 'public' : 'unlisted';
  return { opening: await getNewest(deps, form), access };
}
