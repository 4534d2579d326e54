/*
 * Reads the portal's own forms (docs/behaviour/portal.md#own-forms) that were posted by a page
 * without scripts, by the rules that the browser runs.
 */
import enterPin from '#schemas/ownForms/enterPin.json' with { type: 'json' };
import forgotPassword from '#schemas/ownForms/forgotPassword.json' with { type: 'json' };
import forgotUsername from '#schemas/ownForms/forgotUsername.json' with { type: 'json' };
import login from '#schemas/ownForms/login.json' with { type: 'json' };
import recoveryCode from '#schemas/ownForms/recoveryCode.json' with { type: 'json' };
import registrationPassword from '#schemas/ownForms/registrationPassword.json' with { type: 'json' };
import registrationUsername from '#schemas/ownForms/registrationUsername.json' with { type: 'json' };
import resetPassword from '#schemas/ownForms/resetPassword.json' with { type: 'json' };
import secondFactor from '#schemas/ownForms/secondFactor.json' with { type: 'json' };
import { listElements, listPages, type FormContent } from '#schemas/forms/forms.ts';
import type { PostedError, PostedPortalForm } from '#schemas/forms/postedForms.ts';
import type { KnownPerson } from '#schemas/platform/common.ts';
import { getGermanDay } from '#schemas/platform/dates.ts';
import { mergePosted } from '#src/engine/core/answers/mergePosted.ts';
import { toJsonSchema } from '#src/engine/core/definition/toJsonSchema.ts';
import { evaluateForm } from '#src/engine/core/evaluation/evaluateForm.ts';
import {
  validateAnswers,
  type CompiledCheck,
} from '#src/engine/core/validation/validateAnswers.ts';
import type { Deps } from '#server/deps.ts';
import { createProblem, type ProblemError } from '#server/problem.ts';
import {
  CompilationFailed,
  compileValidators,
  loadCheck,
} from '#server/validators/compileValidators.ts';
import { portalRegistry } from '#widgets/portalRegistry.ts';
import type { PostedParts } from './readParts.ts';

const contents = {
  enterPin,
  forgotPassword,
  forgotUsername,
  login,
  recoveryCode,
  registrationPassword,
  registrationUsername,
  resetPassword,
  secondFactor,
} satisfies Record<string, FormContent>;

export type OwnFormName = keyof typeof contents;

const checks = new Map<OwnFormName, Promise<CompiledCheck>>();

async function compile(name: OwnFormName): Promise<CompiledCheck> {
  try {
    const { code } = await compileValidators(toJsonSchema(contents[name], portalRegistry));
    return loadCheck(code);
  } catch (error) {
    throw error instanceof CompilationFailed ? createProblem('unavailable') : error;
  }
}

/** Compiles the rules of a form at its first use; a failure is tried again. */
function getCheck(name: OwnFormName): Promise<CompiledCheck> {
  const check = checks.get(name) ?? compile(name);
  checks.set(name, check);
  check.catch(() => checks.delete(name));
  return check;
}

/** A posted form of the portal. */
export type OwnForm = {
  /** All answers, secret ones included: they must not get into a page. */
  answers: Record<string, unknown>;
  /** The form to show again, without secret answers. */
  shown: PostedPortalForm;
  isValid: boolean;
};

/** Reads and validates one of the portal's own forms. */
export async function readOwnForm(
  { clock }: Pick<Deps, 'clock'>,
  name: OwnFormName,
  { values, language }: PostedParts,
  person: KnownPerson = {},
): Promise<OwnForm> {
  const content: FormContent = contents[name];
  const pages = listPages(content);
  const elements = listElements(content);
  const context = { today: getGermanDay(clock.now()), revision: 0, person };
  const { shown } = evaluateForm(pages, portalRegistry, {}, context);
  const posted = mergePosted({ elements, shown, answers: {} }, values, { ...context, language });
  const check = await getCheck(name);
  const { errors } = validateAnswers(pages, portalRegistry, posted, check, context);
  const open = elements.filter(({ type }) => !portalRegistry.get(type)?.isSecret);
  return {
    answers: posted,
    shown: {
      answers: Object.fromEntries(
        open.flatMap(({ id }) => (Object.hasOwn(posted, id) ? [[id, posted[id]]] : [])),
      ),
      errors,
    },
    isValid: errors.length === 0,
  };
}

/** Returns the answers that a call refused as errors of the form. */
export const toPostedErrors = ({ fields = {} }: ProblemError): PostedError[] =>
  Object.entries(fields).map(([pointer, text]) => ({
    address: pointer.slice(1),
    pointer,
    rule: 'refused',
    text,
  }));
