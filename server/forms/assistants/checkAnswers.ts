import type { Submission } from '#schemas/forms/assistants.ts';
import { localize, type Language } from '#schemas/platform/common.ts';
import {
  listElements,
  listPages,
  type Answer,
  type FormDefinition,
  type FormElement,
} from '#schemas/forms/forms.ts';
import { areNearDays, getGermanDay } from '#schemas/platform/dates.ts';
import type { Problem } from '#schemas/platform/problem.ts';
import { cleanAnswer } from '#src/engine/core/answers/cleanAnswers.ts';
import { listAnswers } from '#src/engine/core/answers/listAnswers.ts';
import type { UploadInAnswer } from '#src/engine/core/element.ts';
import type { FieldAddress } from '#src/engine/core/fieldAddress.ts';
import { formatError } from '#src/engine/core/validation/formatError.ts';
import type { FormState } from '#src/engine/core/evaluation/evaluateForm.ts';
import { validateAnswers, type AnswerError } from '#src/engine/core/validation/validateAnswers.ts';
import type { Db, FileRow, Revision } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { createAnswersProblem } from '#server/problem.ts';
import { getTexts } from '#server/texts.ts';
import { getAccount, getRequiredConsents } from '#server/accounts/accounts/service.ts';
import { filterWorkflowUploads } from '#server/files/files/service.ts';
import { submissionLimits } from '#server/forms/limits.ts';
import { withCurrentValidators } from '#server/validators/currentValidators.ts';
import { cacheChecks } from '#server/validators/cacheChecks.ts';
import { registry } from '#widgets/registry.ts';
import { uploadRule } from '#schemas/forms/postedForms.ts';
import { findBrokenPictures } from './pictures.ts';
import type { SubmitContext } from './submit.ts';

type Fields = Record<string, string>;
type Rules = NonNullable<Problem['rules']>;

const getCheck = cacheChecks(submissionLimits.checksKept);

/** Maps cleaned answers by element; throws for an answer to no element, of another type or given twice. */
function mapByElement(
  elements: readonly FormElement[],
  answers: readonly Answer[],
  language: Language,
): Record<string, unknown> {
  const fields: Fields = {};
  const rules: Rules = {};
  const values: Record<string, unknown> = {};
  for (const [index, { elementId, type, value }] of answers.entries()) {
    const element = elements.find(({ id }) => id === elementId);
    const isSecond = Object.hasOwn(values, elementId);
    if (element?.type !== type || isSecond) {
      const pointer = `/answers/${index}/${element && !isSecond ? 'type' : 'elementId'}`;
      fields[pointer] = getTexts(language)('element.error.unknown', {});
      rules[pointer] = { elementId, address: elementId, rule: 'unknown' };
    }
    values[elementId] = element ? cleanAnswer(registry, element, value) : value;
  }
  if (Object.keys(fields).length > 0) throw createAnswersProblem(fields, rules);
  return values;
}

/**
 * Creates the function that maps a pointer into the answers by element to one into the body. An
 * answer that is missing gets the place where it would be appended.
 */
function createPointers(answers: readonly Answer[]): (pointer: string) => string {
  const places = answers.map(({ elementId }) => elementId);
  return (pointer) => {
    const [, elementId = '', ...inner] = pointer.split('/');
    if (!places.includes(elementId)) places.push(elementId);
    return ['/answers', places.indexOf(elementId), 'value', ...inner].join('/');
  };
}

type UploadUse = {
  address: FieldAddress;
  element: FormElement;
  uploads: readonly UploadInAnswer[];
};

const listUploads = ({ shown }: FormState): UploadUse[] =>
  [...shown.values()].flatMap(({ address, element, elementType, value }) =>
    value === undefined
      ? []
      : [{ address, element, uploads: elementType.uploads?.list(value) ?? [] }],
  );

/** Returns the fact of a file that is not as stored: '' for a file that cannot be used here. */
function findDifference(
  stored: FileRow | undefined,
  elementId: string,
  said: UploadInAnswer,
): 'name' | 'extension' | 'size' | '' | undefined {
  if (stored?.submissionId !== null || stored.elementId !== elementId) return '';
  return (['name', 'extension', 'size'] as const).find(
    (fact) => said[fact] !== undefined && said[fact] !== stored[fact],
  );
}

const listStored = async (db: Db, key: string, uses: readonly UploadUse[]): Promise<FileRow[]> =>
  uses.some(({ uploads }) => uploads.length > 0) ? filterWorkflowUploads(db, key) : [];

/**
 * Checks that files are uploads of this workflow and element, described as stored, each used once.
 */
function findWrongFiles(
  uses: readonly UploadUse[],
  rows: readonly FileRow[],
  language: Language,
): AnswerError[] {
  const known = new Map(rows.map((row) => [row.id, row]));
  const wrong: AnswerError[] = [];
  const used = new Set<string>();
  for (const {
    address,
    element: { id, label = id },
    uploads,
  } of uses) {
    uploads.forEach((upload, index) => {
      const difference = used.has(upload.entityId)
        ? ''
        : findDifference(known.get(upload.entityId), id, upload);
      if (difference !== undefined)
        wrong.push({
          address,
          pointer: `/${address}/${index}${difference && `/${difference}`}`,
          rule: difference ? 'otherFile' : 'unknownUpload',
          params: { name: upload.name ?? localize(label, language) },
        });
      used.add(upload.entityId);
    });
  }
  return wrong;
}

async function findMissingConsents(
  { db }: Deps,
  { workflow, language }: SubmitContext,
  definition: FormDefinition,
  submission: Submission,
): Promise<Fields> {
  const { showAgb, showDatenschutz } = getRequiredConsents(
    definition,
    await getAccount(db, workflow),
  );
  const text = getTexts(language)('checkbox.error.required', {});
  return {
    ...(showAgb && !submission.agbAccepted ? { '/agbAccepted': text } : {}),
    ...(showDatenschutz && !submission.datenschutzAccepted ? { '/datenschutzAccepted': text } : {}),
  };
}

/** Returns the visitor's day if it can be today somewhere, else the day in Germany. */
export function findToday({ clock }: Deps, { today }: Submission): string {
  const ours = getGermanDay(clock.now());
  return today !== undefined && areNearDays(today, ours) ? today : ours;
}

/** Part of a form that a page checks before the whole form can be sent. */
type PartialCheck = {
  isIncluded: (address: FieldAddress) => boolean;
  /** Sentences about uploads that were refused. */
  refusedUploads: ReadonlyMap<FieldAddress, string>;
};

type Found = { fields: Fields; rules: Rules };

function describeErrors(
  found: readonly AnswerError[],
  { shown }: FormState,
  { answers }: Submission,
  language: Language,
): Found {
  const fields: Fields = {};
  const rules: Rules = {};
  const toBodyPointer = createPointers(answers);
  for (const { address, pointer, text, ...broken } of found) {
    const element = shown.get(address)?.element;
    if (!element) continue;
    const field = toBodyPointer(pointer);
    fields[field] = text ?? formatError(element, broken, registry, language, getTexts(language));
    rules[field] = { ...broken, elementId: element.id, address };
  }
  return { fields, rules };
}

async function validate(deps: Deps, context: SubmitContext, revision: Revision, sent: Submission) {
  const { definition } = revision;
  const given = mapByElement(listElements(definition), sent.answers, context.language);
  return validateAnswers(
    listPages(definition),
    registry,
    given,
    getCheck(await withCurrentValidators(deps, revision)),
    { today: findToday(deps, sent), revision: revision.number },
  );
}

/** Finds the errors of a part of a form, without consent and without stored files. */
export async function findErrorsOfPart(
  deps: Deps,
  context: SubmitContext,
  revision: Revision,
  submission: Submission,
  { isIncluded, refusedUploads }: PartialCheck,
): Promise<Found> {
  const { state, errors } = await validate(deps, context, revision, submission);
  const refused = [...refusedUploads].map(([address, text]): AnswerError => ({
    address,
    pointer: `/${address}`,
    rule: uploadRule,
    text,
  }));
  const found = errors.filter(({ address }) => isIncluded(address) && !refusedUploads.has(address));
  return describeErrors([...found, ...refused], state, submission, context.language);
}

/**
 * Validates everything before anything is written; throws `invalidAnswers` with a sentence per
 * place.
 */
export async function acceptAnswers(
  deps: Deps,
  context: SubmitContext,
  revision: Revision,
  submission: Submission,
) {
  const { workflow, language } = context;
  const { answers, state, errors } = await validate(deps, context, revision, submission);

  const uses = errors.length === 0 ? listUploads(state) : [];
  const found =
    errors.length > 0
      ? errors
      : [
          ...(await findBrokenPictures(state)),
          ...findWrongFiles(uses, await listStored(deps.db, workflow.key, uses), language),
        ];
  const { fields, rules } = describeErrors(found, state, submission, language);
  Object.assign(fields, await findMissingConsents(deps, context, revision.definition, submission));
  if (Object.keys(fields).length > 0) throw createAnswersProblem(fields, rules);

  return {
    stored: listAnswers(listElements(revision.definition), answers),
    fileIds: uses.flatMap(({ uploads }) => uploads.map(({ entityId }) => entityId)),
  };
}
