import type { FormProcess, FormSession } from '#schemas/assistants.ts';
import { elementsOf, type FormContent, type FormDefinition } from '#schemas/forms.ts';
import type { AccountContact } from '#schemas/accounts.ts';
import { limits } from '#schemas/limits.ts';
import type { AccountRow, FormRevisionRow, WorkflowRow } from '#server/db/schema.ts';
import { newId } from '#server/db/newId.ts';
import type { Deps } from '#server/deps.ts';
import { problem } from '#server/http/errors.ts';
import { signFormToken } from '#server/http/session.ts';
import { logoUrl } from '#server/modules/accounts/service.ts';
import { publicFileInfo, uploadsOfWorkflow, type UploadRules } from '#server/modules/files/service.ts';
import { validatorUrl } from '#server/validators/routes.ts';
import { fileLimits, type FileConfig } from '#widgets/file/fileLimits.ts';
import * as repository from './repository.ts';

const definitionOf = (revision: FormRevisionRow): FormDefinition => JSON.parse(revision.definition) as FormDefinition;

async function sessionFor(deps: Deps, { key, accountId }: Pick<WorkflowRow, 'key' | 'accountId'>): Promise<FormSession> {
  const accessToken = await signFormToken(deps, { workflowKey: key, accountId });
  return { accessToken, workflowKey: key, accountId, workflowType: 'ASSISTENT' };
}

/** Opens a published form; an unknown, unpublished or withdrawn one is `notFound` alike. */
export async function startWorkflow(deps: Deps, processGuid: string): Promise<FormSession> {
  const form = await repository.findPublishedForm(deps.db, processGuid);
  if (!form) throw problem('notFound');
  const workflow: WorkflowRow = {
    key: newId(), formId: form.id, revision: form.revision, accountId: form.accountId, startedAt: deps.clock.now().toISOString(), submittedAt: null,
  };
  await repository.insertWorkflow(deps.db, workflow);
  return sessionFor(deps, workflow);
}

/** A fresh token for a workflow started earlier: its key is the secret that proves it. */
export async function accessWorkflow(deps: Deps, workflowKey: string): Promise<FormSession> {
  return sessionFor(deps, await openWorkflow(deps, workflowKey));
}

/** The workflow; throws `notFound`, or `alreadySubmitted` once its answers were sent. */
export async function openWorkflow({ db }: Deps, workflowKey: string): Promise<WorkflowRow> {
  const workflow = await repository.findWorkflow(db, workflowKey);
  if (!workflow) throw problem('notFound');
  if (workflow.submittedAt) throw problem('alreadySubmitted');
  return workflow;
}

/** Only what is shown: settings for after the submission and for the page around the form stay out. */
function contentOf({ title, description, submitLabel, formElements, pages }: FormDefinition): FormContent {
  return {
    title,
    ...(description ? { description } : {}),
    ...(submitLabel ? { submitLabel } : {}),
    ...(formElements ? { formElements } : {}),
    ...(pages ? { pages } : {}),
  };
}

/** What must be accepted: terms and privacy, where the form asks for them and the account has the text. */
export const consentAskedBy = (definition: FormDefinition, account: AccountRow) => ({
  showAgb: Boolean(definition.showAgb && account.terms),
  showDatenschutz: Boolean(definition.showDatenschutz && account.privacy),
});

/** The form of a workflow, as the page shows it (product.md §3, Form data). */
export async function presentProcess(deps: Deps, workflow: WorkflowRow): Promise<FormProcess> {
  const revision = await repository.findRevision(deps.db, workflow.formId, workflow.revision);
  const account = await repository.findAccountOf(deps.db, workflow);
  const definition = definitionOf(revision);
  return {
    workflowKey: workflow.key,
    workflowType: 'ASSISTENT',
    accountId: account.id,
    accountName: account.name,
    revision: revision.number,
    formElement: contentOf(definition),
    assistantNotice: definition.assistantNotice ?? null,
    attachments: definition.attachments ?? [],
    ...consentAskedBy(definition, account),
    headerLogoUrl: logoUrl(account, 'logo'),
    resultText: definition.resultText ?? null,
    returnUrl: definition.returnUrl ?? null,
    theme: { primaryColor: account.primaryColor, secondaryColor: account.secondaryColor, ...definition.theme },
    contact: JSON.parse(account.contact) as AccountContact,
    publicFileInfo,
    metaData: { validatorUrl: validatorUrl(revision.validatorHash), publishedAt: revision.publishedAt },
    withPin: false,
    authenticated: true,
  };
}

/** What one file element of a workflow takes; throws `invalidInput` when there is no such element, `uploadLimit` when it has had too many. */
export async function elementUploadRules(deps: Deps, workflowKey: string, elementId: string | undefined): Promise<UploadRules> {
  const workflow = await openWorkflow(deps, workflowKey);
  const definition = definitionOf(await repository.findRevision(deps.db, workflow.formId, workflow.revision));
  const element = elementsOf(definition).find(({ id, type }) => id === elementId && type === 'file');
  if (!element) throw problem('invalidInput', { '/ElementId': String(elementId ?? '') });
  const { maxSizeBytes, extensions, maxFiles } = fileLimits(element as FileConfig);
  const uploads = await uploadsOfWorkflow(deps.db, workflowKey);
  if (uploads.filter((upload) => upload.elementId === element.id).length >= maxFiles * limits.file.uploadsPerWantedFile) throw problem('uploadLimit');
  return { maxSizeBytes, extensions, elementId: element.id };
}

/** Whether the workflow's form offers this file to download. */
export async function isAttachmentOf({ db }: Deps, workflowKey: string, fileId: string): Promise<boolean> {
  const workflow = await repository.findWorkflow(db, workflowKey);
  if (!workflow) return false;
  const { attachments = [] } = definitionOf(await repository.findRevision(db, workflow.formId, workflow.revision));
  return attachments.some(({ id }) => id === fileId);
}
