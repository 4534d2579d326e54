import type { Assistant } from '#schemas/accounts.ts';
import { defaultLanguage, localized, type Language } from '#schemas/common.ts';
import type { FormDefinition } from '#schemas/forms.ts';
import type { ProviderForm, PublishedForm } from '#schemas/providerForms.ts';
import { webAddresses } from '#schemas/webAddresses.ts';
import { compileForm } from '#src/engine/core/compileForm.ts';
import type { AccountRow, FormRow } from '#server/db/schema.ts';
import { newId } from '#server/db/newId.ts';
import type { Deps } from '#server/deps.ts';
import { problem } from '#server/http/errors.ts';
import { hashBody } from '#server/http/secrets.ts';
import { textsIn } from '#server/http/texts.ts';
import { uploadsOfAccount } from '#server/modules/files/service.ts';
import { CompilationFailed, compileValidators } from '#server/validators/compileValidators.ts';
import { registry } from '#widgets/registry.ts';
import { checkDefinition } from './checkDefinition.ts';
import * as repository from './repository.ts';

/** What the provider sees of a form. */
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

/** The provider's own form; throws `notFound` for a foreign one as for an unknown one. */
export async function ownForm({ db }: Deps, accountId: string, formId: string): Promise<FormRow> {
  const form = await repository.findForm(db, accountId, formId);
  if (!form) throw problem('notFound');
  return form;
}

async function describeForm(deps: Deps, accountId: string, formId: string): Promise<ProviderForm> {
  const form = await repository.findFormSummary(deps.db, accountId, formId);
  if (!form) throw problem('notFound');
  return presentForm(deps, form);
}

/** One form with its draft; throws `notFound`. */
export async function readForm(
  deps: Deps,
  accountId: string,
  formId: string,
): Promise<ProviderForm & { definition: FormDefinition }> {
  const { definition } = await ownForm(deps, accountId, formId);
  return {
    ...(await describeForm(deps, accountId, formId)),
    definition: JSON.parse(definition) as FormDefinition,
  };
}

/** Attachments must be files this provider has uploaded. */
async function assertAttachments(
  { db }: Deps,
  accountId: string,
  { attachments = [] }: FormDefinition,
  language: Language,
): Promise<void> {
  const known = await uploadsOfAccount(
    db,
    accountId,
    attachments.map(({ id }) => id),
  );
  const unknown = attachments.flatMap(({ id }, index) =>
    known.has(id) ? [] : [`/definition/attachments/${index}/id`],
  );
  if (unknown.length === 0) return;
  const text = textsIn(language)('definition.error.unknownAttachment', {});
  throw problem('invalidDefinition', Object.fromEntries(unknown.map((pointer) => [pointer, text])));
}

const headingOf = ({ title, description = '' }: FormDefinition) => ({
  title: localized(title, defaultLanguage),
  description: localized(description, defaultLanguage),
});

export type AuthorContext = { accountId: string; language: Language };

/** A new draft. A repeat with the same key answers the first one; the same key with another definition is a conflict. */
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
    title: headingOf(definition).title,
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

/** The form an earlier call with this key has made, as it is now; throws `conflict` when that call asked for another one. */
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

/** Replaces the draft; what is published stays. */
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
    title: headingOf(definition).title,
    definition: JSON.stringify(definition),
    updatedAt: deps.clock.now().toISOString(),
  };
  await repository.replaceDraft(deps.db, accountId, formId, change);
  return describeForm(deps, accountId, formId);
}

/**
 * Makes the draft the next revision, unless the newest one is the same (decisions.md, Where definitions live). Compiling
 * takes its time: a draft replaced or a form withdrawn meanwhile is a `conflict`, and nothing is published.
 */
export async function publishForm(
  deps: Deps,
  { accountId, language }: AuthorContext,
  formId: string,
): Promise<PublishedForm> {
  const form = await ownForm(deps, accountId, formId);
  const definition = JSON.parse(form.definition) as FormDefinition;
  const warnings = checkDefinition(definition, language);
  const validators = await compileValidators(compileForm(definition, registry)).catch(
    (error: unknown) => {
      if (error instanceof CompilationFailed)
        throw problem('invalidDefinition', {
          '/definition': textsIn(language)('definition.error.tooComplex', {}),
        });
      throw error;
    },
  );

  const now = deps.clock.now().toISOString();
  await deps.db.transaction().execute(async (db) => {
    if (!(await repository.putOnNet(db, form, now))) throw problem('conflict');
    const newest = await repository.findNewestRevision(db, formId);
    if (newest?.definition === form.definition) return;
    await repository.insertRevision(db, {
      formId,
      number: (newest?.number ?? 0) + 1,
      ...headingOf(definition),
      definition: form.definition,
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
 * What a provider offers to everyone: its published forms, without the one in which it hears what clients think. The main service is
 * the one that it says, else the oldest (product.md §3, Assistant).
 */
export async function offersOf(
  { db, config }: Deps,
  account: Pick<AccountRow, 'id' | 'feedbackFormId' | 'mainServiceFormId'>,
  headerLogoUrl: string | null,
): Promise<{ assistants: Assistant[]; feedbackUrl: string | null }> {
  const forms = await repository.listPublishedForms(db, account.id);
  const urlOf = ({ processGuid }: (typeof forms)[number]) =>
    config.publicUrl + webAddresses.externalForm(processGuid);
  const feedback = forms.find(({ id }) => id === account.feedbackFormId);
  const services = forms.filter((form) => form !== feedback);
  const main = services.find(({ id }) => id === account.mainServiceFormId) ?? services[0];
  return {
    assistants: services.map((form) => ({
      id: form.id,
      name: form.title,
      description: form.description,
      url: urlOf(form),
      headerLogoUrl,
      isMainService: form === main,
    })),
    feedbackUrl: feedback ? urlOf(feedback) : null,
  };
}

/** Takes the form off the net; workflows already started can still be submitted. A form that was never there is a `conflict`. */
export async function withdrawForm(
  deps: Deps,
  accountId: string,
  formId: string,
): Promise<ProviderForm> {
  const form = await describeForm(deps, accountId, formId);
  if (form.state === 'draft') throw problem('conflict');
  await repository.takeOffNet(deps.db, accountId, formId, deps.clock.now().toISOString());
  return describeForm(deps, accountId, formId);
}
