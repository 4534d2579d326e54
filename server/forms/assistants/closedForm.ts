import type { ClosedForm } from '#schemas/forms/assistants.ts';
import { isOpenToVisitors } from '#schemas/forms/providerForms.rules.ts';
import type { Deps } from '#server/deps.ts';
import { getAccount, getLogoUrl } from '#server/accounts/accounts/service.ts';
import { getClosing } from '#server/forms/closings/service.ts';
import { getRequiredPin } from '#server/forms/pins/service.ts';
import * as repository from './repository.ts';

/**
 * Returns what visitors read instead of a closed form; undefined for an open form and an unknown
 * link. A PIN keeps title and colours of the form hidden.
 */
export async function getClosedForm(
  deps: Deps,
  processGuid: string,
): Promise<ClosedForm | undefined> {
  const form = await repository.findLinkedForm(deps.db, processGuid);
  if (!form || !isOpenToVisitors(form)) return undefined;
  const { closedBy, text } = await getClosing(deps, form.id);
  if (closedBy === null) return undefined;
  const account = await getAccount(deps.db, form);
  const definition = (await getRequiredPin(deps, { formId: form.id }))
    ? undefined
    : await repository.findDefinition(deps.db, { formId: form.id, revision: form.revision });
  const { primaryColor, secondaryColor } = account;
  return {
    accountId: account.id,
    accountName: account.name,
    headerLogoUrl: getLogoUrl(account, 'logo'),
    contact: account.contact,
    theme: { primaryColor, secondaryColor, ...definition?.theme },
    title: definition?.title ?? null,
    text,
  };
}
