import type { Assistant } from '#schemas/accounts/accounts.ts';
import { defaultLanguage, localized, type Language } from '#schemas/platform/common.ts';
import type { FormDefinition } from '#schemas/forms/forms.ts';
import type { ProviderForm, PublishedForm } from '#schemas/forms/providerForms.ts';
import { webAddresses } from '#schemas/platform/webAddresses.ts';
import { toJsonSchema } from '#src/engine/core/definition/toJsonSchema.ts';
import type { AccountRow, FormRow } from '#server/db/schema.ts';
import { newId } from '#server/db/newId.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { problem } from '#server/problem.ts';
import { hashBody } from '#server/security/secrets.ts';
import { getTexts } from '#server/texts.ts';
import { filterAccountUploads } from '#server/files/files/service.ts';
import { CompilationFailed, compileValidators } from '#server/validators/compileValidators.ts';
import { registry } from '#widgets/registry.ts';
import { checkDefinition } from './checkDefinition.ts';
import * as repository from './repository.ts';

/** The provider's view of a form. */
export function presentForm({ config }: Deps, form: repository.FormSummary): ProviderForm {
  return {
    formId: form.id,
    processGuid: form.processGuid,
    title: form.title,
    state: form.state,
    revision: form.revision,
    isPinProtected: Boolean(form.pins),
    url:
      form.state === 'published'
        ? config.publicUrl + webAddresses.externalForm(form.processGuid)
        : null,
    updatedAt: form.updatedAt,
  };
}

/** Returns the provider's form; throws `notFound` alike for foreign and unknown ids. */
export async function getOwnForm({ db }: Deps, accountId: string, formId: string) {
  const form = await repository.findForm(db, accountId, formId);
  if (!form) throw problem('notFound');
  return form;
}

async function getDraft(
  { db }: Deps,
  accountId: string,
  formId: string,
): Promise<repository.Draft> {
  const draft = await repository.findDraft(db, accountId, formId);
  if (!draft) throw problem('notFound');
  return draft;
}

async function describeForm(deps: Deps, accountId: string, formId: string): Promise<ProviderForm> {
  const form = await repository.findFormSummary(deps.db, accountId, formId);
  if (!form) throw problem('notFound');
  return presentForm(deps, form);
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
  throw problem('invalidDefinition', Object.fromEntries(unknown.map((pointer) => [pointer, text])));
}

const getHeading = ({ title, description = '' }: FormDefinition) => ({
  title: localized(title, defaultLanguage),
  description: localized(description, defaultLanguage),
});

export type AuthorContext = { accountId: string; language: Language };

/**
 * Creates a draft. A retry gets the first one; another definition under the same key is a conflict.
 */
export async function createForm(
  deps: Deps,
  { accountId, language }: AuthorContext,
  definition: FormDefinition,
  idempotencyKey?: string,
): Promise<ProviderForm> {
  checkDefinition(definition, language);
  const text = JSON.stringify(definition);
  const bodyHash = hashBody(definition);
  const earlier = await createdBefore(deps, accountId, bodyHash, idempotencyKey);
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
    idempotencyKey: idempotencyKey ?? null,
    bodyHash,
    createdAt: now,
    updatedAt: now,
  };
  if (await repository.insertForm(deps.db, form))
    return presentForm(deps, { ...form, revision: null, pins: null });
  const winner = await createdBefore(deps, accountId, bodyHash, idempotencyKey);
  if (!winner) throw problem('conflict');
  return winner;
}

/**
 * Returns the form of an earlier call with this key, in its current state; throws `conflict` for
 * another body.
 */
async function createdBefore(
  deps: Deps,
  accountId: string,
  bodyHash: string,
  idempotencyKey: string | undefined,
): Promise<ProviderForm | undefined> {
  const earlier = idempotencyKey
    ? await repository.findFormByIdempotencyKey(deps.db, accountId, idempotencyKey)
    : undefined;
  if (!earlier) return undefined;
  if (earlier.bodyHash && earlier.bodyHash !== bodyHash) throw problem('conflict');
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
  const warnings = checkDefinition(definition, language);
  const validators = await compileValidators(toJsonSchema(definition, registry)).catch(
    (error: unknown) => {
      if (error instanceof CompilationFailed)
        throw problem('invalidDefinition', {
          '/definition': getTexts(language)('definition.error.tooComplex', {}),
        });
      throw error;
    },
  );

  const now = deps.clock.now().toISOString();
  await inTransaction(deps.db, async (db) => {
    if (!(await repository.putOnNet(db, draft, now))) throw problem('conflict');
    const newest = await repository.findNewestRevision(db, formId);
    if (newest?.definition === draft.stored) return;
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
 * Lists a provider's public forms without its feedback form. The main service is the declared one,
 * else the oldest.
 */
export async function listOffers(
  { db, config }: Deps,
  account: Pick<AccountRow, 'id' | 'feedbackFormId' | 'mainServiceFormId'>,
  headerLogoUrl: string | null,
): Promise<{ assistants: Assistant[]; feedbackUrl: string | null }> {
  const forms = await repository.listPublishedForms(db, account.id);
  const buildUrl = ({ processGuid }: (typeof forms)[number]) =>
    config.publicUrl + webAddresses.externalForm(processGuid);
  const feedback = forms.find(({ id }) => id === account.feedbackFormId);
  const services = forms.filter((form) => form !== feedback);
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
  if (form.state === 'draft') throw problem('conflict');
  await repository.unpublish(deps.db, accountId, formId, deps.clock.now().toISOString());
  return describeForm(deps, accountId, formId);
}
