import { isDeepStrictEqual } from 'node:util';
import type { Assistant } from '#schemas/accounts.ts';
import { defaultLanguage, localized, type Language } from '#schemas/common.ts';
import type { FormDefinition } from '#schemas/forms.ts';
import type { ProviderForm } from '#schemas/providerForms.ts';
import { compileForm } from '#src/engine/core/compileForm.ts';
import type { AccountRow, FormRow } from '#server/db/schema.ts';
import { newId } from '#server/db/newId.ts';
import type { Deps } from '#server/deps.ts';
import { problem } from '#server/http/errors.ts';
import { textsIn } from '#server/http/texts.ts';
import { logoUrl } from '#server/modules/accounts/service.ts';
import { ownerOfAccount } from '#server/modules/files/service.ts';
import { CompilationFailed, compileValidators } from '#server/validators/compileValidators.ts';
import { registry } from '#widgets/registry.ts';
import { checkDefinition } from './checkDefinition.ts';
import * as repository from './repository.ts';

/** What the provider sees of a form. */
export async function presentForm({ db, config }: Deps, form: FormRow): Promise<ProviderForm> {
  const revision = await repository.findNewestRevision(db, form.id);
  const { title } = JSON.parse(form.definition) as FormDefinition;
  return {
    formId: form.id,
    processGuid: form.processGuid,
    title: localized(title, 'de'),
    state: form.state,
    revision: revision?.number ?? null,
    url: form.state === 'published' ? `${config.publicUrl}/externalform/${form.processGuid}` : null,
    updatedAt: form.updatedAt,
  };
}

/** The provider's own form; throws `notFound` for a foreign one as for an unknown one. */
export async function ownForm({ db }: Deps, accountId: string, formId: string): Promise<FormRow> {
  const form = await repository.findForm(db, accountId, formId);
  if (!form) throw problem('notFound');
  return form;
}

/** Throws `invalidDefinition` with every mistake at its place. */
function assertSound(definition: FormDefinition, language: Language): void {
  const fields = checkDefinition(definition, language);
  if (fields) throw problem('invalidDefinition', fields);
}

/** Attachments must be files this provider has uploaded. */
async function assertAttachments({ db }: Deps, accountId: string, definition: FormDefinition, language: Language): Promise<void> {
  for (const [index, { id }] of (definition.attachments ?? []).entries()) {
    const file = await db.selectFrom('files').select('id').where('id', '=', id).where('owner', '=', ownerOfAccount(accountId)).executeTakeFirst();
    if (!file) throw problem('invalidDefinition', { [`/definition/attachments/${index}/id`]: textsIn(language)('definition.error.unknownAttachment', {}) });
  }
}

export type AuthorContext = { accountId: string; language: Language };

/** A new draft. A repeat with the same key answers the first one; the same key with another definition is a conflict. */
export async function createForm(deps: Deps, { accountId, language }: AuthorContext, definition: FormDefinition, idempotencyKey?: string): Promise<FormRow> {
  const earlier = await createdBefore(deps, accountId, definition, idempotencyKey);
  if (earlier) return earlier;
  assertSound(definition, language);
  await assertAttachments(deps, accountId, definition, language);
  const now = deps.clock.now().toISOString();
  const form: FormRow = {
    id: newId(), accountId, processGuid: newId(), definition: JSON.stringify(definition), state: 'draft',
    idempotencyKey: idempotencyKey ?? null, createdAt: now, updatedAt: now,
  };
  if (await repository.insertForm(deps.db, form)) return form;
  const winner = await createdBefore(deps, accountId, definition, idempotencyKey);
  if (!winner) throw problem('conflict');
  return winner;
}

/** The form an earlier call with this key has made; the same key with another definition is a conflict. */
async function createdBefore({ db }: Deps, accountId: string, definition: FormDefinition, idempotencyKey: string | undefined): Promise<FormRow | undefined> {
  const earlier = idempotencyKey ? await repository.findFormByIdempotencyKey(db, accountId, idempotencyKey) : undefined;
  // The draft may have changed since; what was created is what the first revision or the untouched draft holds.
  if (earlier && earlier.updatedAt === earlier.createdAt && !isDeepStrictEqual(JSON.parse(earlier.definition), definition)) throw problem('conflict');
  return earlier;
}

/** Replaces the draft; what is published stays. */
export async function replaceDraft(deps: Deps, { accountId, language }: AuthorContext, formId: string, definition: FormDefinition): Promise<FormRow> {
  await ownForm(deps, accountId, formId);
  assertSound(definition, language);
  await assertAttachments(deps, accountId, definition, language);
  await repository.updateForm(deps.db, accountId, formId, { definition: JSON.stringify(definition) }, deps.clock.now().toISOString());
  return ownForm(deps, accountId, formId);
}

/** Makes the draft the next revision, unless the newest one is the same (decisions.md, Where definitions live). */
export async function publishForm(deps: Deps, { accountId, language }: AuthorContext, formId: string): Promise<FormRow> {
  const form = await ownForm(deps, accountId, formId);
  const definition = JSON.parse(form.definition) as FormDefinition;
  assertSound(definition, language);
  const validators = await compileValidators(compileForm(definition, registry)).catch((error: unknown) => {
    if (error instanceof CompilationFailed) throw problem('invalidDefinition', { '/definition': textsIn(language)('definition.error.tooComplex', {}) });
    throw error;
  });

  const now = deps.clock.now().toISOString();
  await deps.db.transaction().execute(async (db) => {
    const newest = await repository.findNewestRevision(db, formId);
    if (newest?.definition !== form.definition) {
      await repository.insertRevision(db, {
        formId, number: (newest?.number ?? 0) + 1, definition: form.definition, publishedAt: now,
        validatorCode: validators.code, validatorModule: validators.module, validatorHash: validators.hash,
      });
    }
    await repository.updateForm(db, accountId, formId, { state: 'published' }, now);
  });
  return ownForm(deps, accountId, formId);
}

/** What a provider offers to everyone: its published forms, the oldest first as the main service (product.md §3, Assistant). */
export async function listAssistants({ db, config }: Deps, account: AccountRow): Promise<Assistant[]> {
  const forms = await repository.listPublishedForms(db, account.id);
  return forms.map(({ id, processGuid, definition }, index) => {
    const { title, description } = JSON.parse(definition) as FormDefinition;
    return {
      id, name: localized(title, defaultLanguage), description: description ? localized(description, defaultLanguage) : '',
      url: `${config.publicUrl}/externalform/${processGuid}`, headerLogoUrl: logoUrl(account, 'logo'), isMainService: index === 0,
    };
  });
}

/** Takes the form off the net; workflows already started can still be submitted. */
export async function withdrawForm(deps: Deps, accountId: string, formId: string): Promise<FormRow> {
  await ownForm(deps, accountId, formId);
  await repository.updateForm(deps.db, accountId, formId, { state: 'withdrawn' }, deps.clock.now().toISOString());
  return ownForm(deps, accountId, formId);
}
