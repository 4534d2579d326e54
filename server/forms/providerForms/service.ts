import { isOpenToVisitors } from '#schemas/forms/providerForms.rules.ts';
import type { Assistant } from '#schemas/accounts/accounts.ts';
import { defaultLanguage, localize, type Language } from '#schemas/platform/common.ts';
import type { ClosingSettings, FormClosing } from '#schemas/forms/closings.ts';
import type { FormDefinition } from '#schemas/forms/forms.ts';
import type { FormVisibility, ProviderForm, PublishedForm } from '#schemas/forms/providerForms.ts';
import { webAddresses } from '#schemas/platform/webAddresses.ts';
import { toJsonSchema } from '#src/engine/core/definition/toJsonSchema.ts';
import type { AccountRow, FormRow } from '#server/db/schema.ts';
import { newId } from '#server/db/newId.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { createProblem } from '#server/problem.ts';
import { assertSameBody } from '#server/security/idempotency.ts';
import { hashBody } from '#server/security/secrets.ts';
import { getTexts } from '#server/texts.ts';
import { filterAccountUploads } from '#server/files/files/service.ts';
import * as closings from '#server/forms/closings/service.ts';
import { CompilationFailed, compileValidators } from '#server/validators/compileValidators.ts';
import { registry } from '#widgets/registry.ts';
import { checkChanges, checkDefinition } from './checkDefinition.ts';
import * as repository from './repository.ts';

/** The provider's view of a form. */
export function presentForm(
  { config }: Deps,
  form: repository.FormSummary & { closing: FormClosing },
): ProviderForm {
  return {
    formId: form.id,
    processGuid: form.processGuid,
    title: form.title,
    state: form.state,
    visibility: form.visibility,
    revision: form.revision,
    isPinProtected: Boolean(form.pins),
    url: isOpenToVisitors(form)
      ? config.publicUrl + webAddresses.externalForm(form.processGuid)
      : null,
    closing: form.closing,
    updatedAt: form.updatedAt,
  };
}

/** Returns the provider's form; throws `notFound` alike for foreign and unknown ids. */
export async function getOwnForm({ db }: Deps, accountId: string, formId: string) {
  const form = await repository.findForm(db, accountId, formId);
  if (!form) throw createProblem('notFound');
  return form;
}

async function getDraft(
  { db }: Deps,
  accountId: string,
  formId: string,
): Promise<repository.Draft> {
  const draft = await repository.findDraft(db, accountId, formId);
  if (!draft) throw createProblem('notFound');
  return draft;
}

async function describeForm(deps: Deps, accountId: string, formId: string): Promise<ProviderForm> {
  const form = await repository.findFormSummary(deps.db, accountId, formId);
  if (!form) throw createProblem('notFound');
  return presentForm(deps, { ...form, closing: await closings.getClosing(deps, formId) });
}

/** Returns a form with its draft; throws `notFound`. */
export async function readForm(
  deps: Deps,
  accountId: string,
  formId: string,
): Promise<ProviderForm & { definition: FormDefinition }> {
  const { definition } = await getDraft(deps, accountId, formId);
  return {
    ...(await describeForm(deps, accountId, formId)),
    definition,
  };
}

/** Checks that attachments are files of this provider. */
async function assertAttachments(
  { db }: Deps,
  accountId: string,
  { attachments = [] }: FormDefinition,
  language: Language,
): Promise<void> {
  const known = await filterAccountUploads(
    db,
    accountId,
    attachments.map(({ id }) => id),
  );
  const unknown = attachments.flatMap(({ id }, index) =>
    known.has(id) ? [] : [`/definition/attachments/${index}/id`],
  );
  if (unknown.length === 0) return;
  const text = getTexts(language)('definition.error.unknownAttachment', {});
  throw createProblem(
    'invalidDefinition',
    Object.fromEntries(unknown.map((pointer) => [pointer, text])),
  );
}

const getHeading = ({ title, description = '' }: FormDefinition) => ({
  title: localize(title, defaultLanguage),
  description: localize(description, defaultLanguage),
});

type CreateOptions = {
  idempotencyKey?: string | undefined;
  /** unlisted by default */
  visibility?: FormVisibility | undefined;
};
export type AuthorContext = { accountId: string; language: Language };

/**
 * Creates a draft. A retry gets the first one; another definition under the same key is a conflict.
 */
export async function createForm(
  deps: Deps,
  { accountId, language }: AuthorContext,
  definition: FormDefinition,
  { idempotencyKey, visibility }: CreateOptions = {},
): Promise<ProviderForm> {
  checkDefinition(definition, language);
  const text = JSON.stringify(definition);
  const bodyHash = hashBody(visibility ? { definition, visibility } : definition);
  const earlier = await findCreated(deps, accountId, bodyHash, idempotencyKey);
  if (earlier) return earlier;
  await assertAttachments(deps, accountId, definition, language);
  const now = deps.clock.now().toISOString();
  const form: FormRow = {
    id: newId(),
    accountId,
    processGuid: newId(),
    title: getHeading(definition).title,
    definition: text,
    state: 'draft',
    visibility: visibility ?? 'unlisted',
    idempotencyKey: idempotencyKey ?? null,
    bodyHash,
    createdAt: now,
    updatedAt: now,
  };
  if (await repository.insertForm(deps.db, form))
    return presentForm(deps, {
      ...form,
      revision: null,
      pins: null,
      closing: closings.neverCloses,
    });
  const winner = await findCreated(deps, accountId, bodyHash, idempotencyKey);
  if (!winner) throw createProblem('conflict');
  return winner;
}

/**
 * Returns the form of an earlier call with this key, in its current state; throws `conflict` for
 * another body.
 */
async function findCreated(
  deps: Deps,
  accountId: string,
  bodyHash: string,
  idempotencyKey: string | undefined,
): Promise<ProviderForm | undefined> {
  const earlier = idempotencyKey
    ? await repository.findFormByIdempotencyKey(deps.db, accountId, idempotencyKey)
    : undefined;
  if (!earlier) return undefined;
  assertSameBody(earlier, bodyHash);
  return describeForm(deps, accountId, earlier.id);
}

/** Replaces the draft; published revisions are kept. */
export async function replaceDraft(
  deps: Deps,
  { accountId, language }: AuthorContext,
  formId: string,
  definition: FormDefinition,
): Promise<ProviderForm> {
  await describeForm(deps, accountId, formId);
  checkDefinition(definition, language);
  await assertAttachments(deps, accountId, definition, language);
  const change = {
    title: getHeading(definition).title,
    definition: JSON.stringify(definition),
    updatedAt: deps.clock.now().toISOString(),
  };
  await repository.replaceDraft(deps.db, accountId, formId, change);
  return describeForm(deps, accountId, formId);
}

/**
 * Publishes the draft as the next revision, unless it equals the newest one. A draft that is
 * replaced, or a form that is withdrawn during compilation, is a `conflict`.
 */
export async function publishForm(
  deps: Deps,
  { accountId, language }: AuthorContext,
  formId: string,
): Promise<PublishedForm> {
  const draft = await getDraft(deps, accountId, formId);
  const { definition } = draft;
  const published = await repository.findNewestRevision(deps.db, formId);
  const warnings = [
    ...checkDefinition(definition, language),
    ...(published ? checkChanges(definition, published.definition, language) : []),
  ];
  const validators = await compileValidators(toJsonSchema(definition, registry)).catch(
    (error: unknown) => {
      if (error instanceof CompilationFailed)
        throw createProblem('invalidDefinition', {
          '/definition': getTexts(language)('definition.error.tooComplex', {}),
        });
      throw error;
    },
  );

  const now = deps.clock.now().toISOString();
  await inTransaction(deps.db, async (db) => {
    if (!(await repository.putOnNet(db, draft, now))) throw createProblem('conflict');
    const newest = await repository.findNewestRevision(db, formId);
    if (newest?.stored === draft.stored) return;
    await repository.insertRevision(db, {
      formId,
      number: (newest?.number ?? 0) + 1,
      ...getHeading(definition),
      definition: draft.stored,
      publishedAt: now,
      validatorCode: validators.code,
      validatorModule: validators.module,
      validatorHash: validators.hash,
      validatorSource: validators.source,
    });
  });
  return { ...(await describeForm(deps, accountId, formId)), warnings };
}

/**
 * Lists a provider's public forms in a language, without closed ones and its feedback form. The
 * main service is the declared one, else the oldest.
 */
export async function listOffers(
  deps: Deps,
  account: Pick<AccountRow, 'id' | 'feedbackFormId' | 'mainServiceFormId'>,
  { headerLogoUrl, language }: { headerLogoUrl: string | null; language: Language },
): Promise<{ assistants: Assistant[]; feedbackUrl: string | null }> {
  const { db, config } = deps;
  const published = await repository.listPublishedForms(db, account.id, language);
  const forms = (await closings.withClosings(deps, published)).filter(
    ({ closing }) => closing.closedBy === null,
  );
  const buildUrl = ({ processGuid }: (typeof forms)[number]) =>
    config.publicUrl + webAddresses.externalForm(processGuid);
  const feedback = forms.find(
    ({ id, visibility }) => id === account.feedbackFormId && visibility !== 'internal',
  );
  const services = forms.filter((form) => form !== feedback && form.visibility === 'public');
  const main = services.find(({ id }) => id === account.mainServiceFormId) ?? services[0];
  return {
    assistants: services.map((form) => ({
      id: form.id,
      name: form.title,
      description: form.description,
      url: buildUrl(form),
      headerLogoUrl,
      isMainService: form === main,
    })),
    feedbackUrl: feedback ? buildUrl(feedback) : null,
  };
}

/** Sets where the form is found; throws `notFound`. Started workflows can still be submitted. */
export async function setVisibility(
  deps: Deps,
  accountId: string,
  formId: string,
  visibility: FormVisibility,
): Promise<ProviderForm> {
  await repository.setVisibility(deps.db, accountId, formId, visibility);
  return describeForm(deps, accountId, formId);
}

/** Replaces when the form closes to visitors; throws `notFound`. */
export async function setClosing(
  deps: Deps,
  { accountId }: AuthorContext,
  formId: string,
  settings: ClosingSettings,
): Promise<ProviderForm> {
  await getOwnForm(deps, accountId, formId);
  await closings.setClosing(deps, formId, settings);
  return describeForm(deps, accountId, formId);
}

/**
 * Withdraws the form; started workflows can still be submitted. An unpublished form is a
 * `conflict`.
 */
export async function withdrawForm(
  deps: Deps,
  accountId: string,
  formId: string,
): Promise<ProviderForm> {
  const form = await describeForm(deps, accountId, formId);
  if (form.state === 'draft') throw createProblem('conflict');
  await repository.unpublish(deps.db, accountId, formId, deps.clock.now().toISOString());
  return describeForm(deps, accountId, formId);
}
