/*
 * Receives forms without JavaScript (progressive enhancement): one POST for each page. What was
 * answered so far is sealed into the next page (docs/decisions/forms/0106-how-is-a-form-sent-without-scripts.md).
 */
import type { FastifyRequest } from 'fastify';
import type {
  AnsweredPageData,
  ClosedForm,
  FormPageData,
  Submission,
} from '#schemas/forms/assistants.ts';
import { errorCatalogue } from '#schemas/platform/errors.ts';
import {
  listElements,
  listEveryElement,
  listPages,
  reviewPage,
  type FormElement,
} from '#schemas/forms/forms.ts';
import { readPrefill } from '#schemas/forms/prefill.rules.ts';
import {
  consentNames,
  postedActions,
  postedNames,
  type ConsentName,
  type PostedForm,
} from '#schemas/forms/postedForms.ts';
import { defaultLanguage, languages, type Language } from '#schemas/platform/common.ts';
import { spamLimits } from '#schemas/forms/limits.ts';
import { getGermanDay } from '#schemas/platform/dates.ts';
import { listAnswers } from '#src/engine/core/answers/listAnswers.ts';
import { mergePosted, type PostedValues } from '#src/engine/core/answers/mergePosted.ts';
import { parsePrefill } from '#src/engine/core/answers/parsePrefill.ts';
import { isAsked } from '#src/engine/core/element.ts';
import {
  evaluateForm,
  padRows,
  readRows,
  type FormState,
} from '#src/engine/core/evaluation/evaluateForm.ts';
import type { FieldAddress } from '#src/engine/core/fieldAddress.ts';
import type { Revision } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { getAccount } from '#server/accounts/accounts/service.ts';
import { describeProblem, getFirstValue, toProblem } from '#server/forms/postedPages/service.ts';
import { ProblemError } from '#server/problem.ts';
import { getTexts } from '#server/texts.ts';
import { registry } from '#widgets/registry.ts';
import { findErrorsOfPart } from './checkAnswers.ts';
import { toOpening } from './formEntry.ts';
import type { FormLink } from './formLinks.ts';
import type { PinProof } from './pinCookie.ts';
import { receivePin, reopen, type PinResult, type Reopened } from './pinPost.ts';
import { sealSent, sealState } from './postedState.ts';
import { openPosted, PinNeeded, shareWorkflow, type Opened } from './postedWorkflow.ts';
import { readPosted, type PostedBody } from './readPosted.ts';
import * as repository from './repository.ts';
import {
  countPageVisit,
  getClosedForm,
  presentOpening,
  presentProcess,
  storeAnswers,
} from './service.ts';
import type { SubmitContext } from './submit.ts';

/** The next page: that of the form, or the thank-you page with its token. */
export type PostResult =
  | { status: number; page: FormPageData }
  | { sent: string }
  | { answered: AnsweredPageData }
  | { closed: ClosedForm; language: Language }
  | PinResult;

type Answers = Record<string, unknown>;

/** A posted page, and the visit that it belongs to. */
type Visit = Opened & {
  deps: Deps;
  link: FormLink;
  request: FastifyRequest;
  revision: Revision;
  body: PostedBody;
};

const isFormClosed = (error: unknown): boolean =>
  error instanceof ProblemError && error.reason === 'formClosed';

/** How a page was posted: `checkPinLimit` throws above the limit of attempts at PINs. */
type Posting = { request: FastifyRequest; proof: PinProof; checkPinLimit: () => Promise<void> };

const isPin = (values: PostedValues): boolean =>
  getFirstValue(values, postedNames.action) === postedActions.enterPin;

/** Reads the answers that the link prefills, which the first post returns. */
const readPrefilled = (deps: Deps, { definition }: Revision, { values }: PostedBody): Answers =>
  parsePrefill(
    readPrefill(getFirstValue(values, postedNames.prefill), listEveryElement(definition)),
    listElements(definition),
    registry,
    { today: getGermanDay(deps.clock.now()) },
  );

/** Receives one page of a form, or its PIN; throws `notFound` for a form that is not open. */
export async function receivePost(
  deps: Deps,
  link: FormLink,
  { request, proof, checkPinLimit }: Posting,
): Promise<PostResult> {
  let opening: Promise<Opened> | undefined;
  let again: Reopened = { isReopened: true, language: defaultLanguage, prefill: '' };
  const open = (values: PostedValues) => {
    again = reopen(values);
    return (opening ??= openPosted(deps, link, proof, values));
  };
  try {
    const received = await readPosted(
      deps,
      request,
      async (values) => (await open(values)).workflow,
    );
    if (isPin(received.values)) {
      await checkPinLimit();
      return await receivePin(deps, link, request, received, proof);
    }
    const { opened, body } = await shareWorkflow(deps, link, await open(received.values), received);
    const revision = await repository.findRevision(deps.db, opened.workflow);
    const { state } = opened;
    const answers = opened.isNew ? readPrefilled(deps, revision, body) : state.answers;
    const visit = { ...opened, state: { ...state, answers }, deps, link, request, body, revision };
    return await answerVisit(visit);
  } catch (error) {
    if (error instanceof PinNeeded) return again;
    const closed = isFormClosed(error) ? await getClosedForm(deps, link.key) : undefined;
    if (closed) return { closed, language: again.language };
    throw error;
  }
}

const evaluate = ({ deps: { clock }, revision }: Visit, answers: Answers): FormState =>
  evaluateForm(listPages(revision.definition), registry, answers, {
    today: getGermanDay(clock.now()),
    revision: revision.number,
  });

/** Lists the steps that are visible; a form of one page has none. */
function listSteps({ revision: { definition } }: Visit, { pages }: FormState): string[] {
  const all = listPages(definition);
  if (all.length === 1) return [];
  return [...all.map(({ id }) => id).filter((id) => pages.has(id)), reviewPage];
}

function listStepElements({ revision }: Visit, step: string | undefined): FormElement[] {
  const pages = listPages(revision.definition);
  const page = pages.length === 1 ? pages[0] : pages.find(({ id }) => id === step);
  return page?.formElements ?? [];
}

/** Lists the fields of these elements that a visitor can answer. */
const listFields = (elements: readonly FormElement[], { shown }: FormState): Set<FieldAddress> =>
  new Set(
    [...shown.values()]
      .filter(({ elementType }) => isAsked(elementType))
      .map(({ address }) => address)
      .filter((address) => elements.some(({ id }) => id === address.split('/')[0])),
  );

/** The posted step with its answers. */
type Step = {
  id: string | undefined;
  elements: readonly FormElement[];
  /** State of the form that the posted page has shown. */
  before: FormState;
  after: FormState;
  answers: Answers;
  accepted: readonly ConsentName[];
};

function readStep(visit: Visit): Step {
  const { body, deps, state } = visit;
  const before = evaluate(visit, state.answers);
  const steps = listSteps(visit, before);
  const id = state.page ?? steps[0];
  const elements = listStepElements(visit, id);
  const uploads = new Map(
    [...body.files].map(([address, files]) => [
      address,
      files.map(({ id: entityId, name, extension, size }) => ({ entityId, name, extension, size })),
    ]),
  );
  const answers = mergePosted(
    { elements, shown: before.shown, answers: state.answers, uploads },
    body.values,
    { today: getGermanDay(deps.clock.now()), language: body.language },
  );
  const asksConsent = id === undefined || id === reviewPage;
  const accepted = asksConsent
    ? consentNames.filter((name) => body.values.has(name))
    : state.accepted;
  return { id, elements, before, after: evaluate(visit, answers), answers, accepted };
}

/** Parts of the next page that differ from the posted step. */
type PageChanges = Partial<Omit<PostedForm, 'state' | 'workflowKey'>>;

/** Draws the form with these answers. */
async function drawPage(visit: Visit, step: Step, status: number, changes: PageChanges = {}) {
  const { deps, link, workflow, state } = visit;
  const { workflowKey, ...process } = await presentProcess(deps, workflow);
  const { answers, accepted, id } = step;
  const next = { page: id, answers, accepted, ...changes };
  const sealed = { ...state, page: next.page, answers: next.answers, accepted: next.accepted };
  const posted: PostedForm = {
    problem: undefined,
    failure: undefined,
    hasNewQuestions: false,
    ...next,
    state: sealState(deps, sealed),
    workflowKey,
  };
  const { language } = visit.body;
  return { status, page: { here: link.here, language, opening: toOpening(process), posted } };
}

async function answerVisit(visit: Visit): Promise<PostResult> {
  const { body, isNew, workflow } = visit;
  if (workflow.submittedAt) return send(visit, readStep(visit));
  const step = readStep(visit);
  const isExpired = isNew && getFirstValue(body.values, postedNames.state) !== '';
  if (isExpired)
    return drawPage(visit, step, 410, { failure: formatFailure(visit, 'posted.expired') });
  const shownRevision = getFirstValue(body.values, postedNames.revision);
  if (isNew && shownRevision !== String(workflow.revision))
    return drawPage(visit, step, 409, { failure: formatFailure(visit, 'posted.formChanged') });
  const action = getFirstValue(body.values, postedNames.action);
  const language = languages.find((each) => action === postedActions.setLanguage(each));
  if (language) return drawPage({ ...visit, body: { ...body, language } }, step, 200);
  return action === ''
    ? showNextOrSend(visit, step)
    : drawPage(visit, step, 200, applyButton(visit, step, action));
}

const formatFailure = ({ body }: Visit, id: 'posted.expired' | 'posted.formChanged'): string =>
  getTexts(body.language)(id, {});

/** Applies a button that neither sends the form nor shows its next page. */
function applyButton(visit: Visit, step: Step, action: string): PageChanges {
  const { answers, after } = step;
  const steps = listSteps(visit, after);
  if (action === postedActions.back)
    return { page: steps[Math.max(0, steps.indexOf(step.id ?? '') - 1)] };
  const target = steps.find((id) => action === postedActions.goTo(id));
  if (target !== undefined) return { page: target };
  for (const { address, element, elementType, value } of after.shown.values()) {
    if (!elementType.rows) continue;
    const { min, max } = elementType.rows.getRange(element);
    const rows = readRows(padRows(elementType, element, value));
    if (action === postedActions.addRow(address) && rows.length < max)
      return { answers: { ...answers, [address]: [...rows, {}] } };
    const removed = rows.findIndex((_, row) => action === postedActions.removeRow(address, row));
    if (removed >= 0 && rows.length > min)
      return { answers: { ...answers, [address]: rows.toSpliced(removed, 1) } };
  }
  return {};
}

function buildSubmission({ revision, body }: Visit, { answers, accepted }: Step): Submission {
  const { values, language } = body;
  return {
    revision: revision.number,
    language,
    answers: listAnswers(listElements(revision.definition), answers),
    agbAccepted: accepted.includes('agbAccepted'),
    datenschutzAccepted: accepted.includes('datenschutzAccepted'),
    statementHashes: Object.fromEntries(
      new URLSearchParams(getFirstValue(values, postedNames.statements)),
    ),
    honeypot: getFirstValue(values, postedNames.honeypot).slice(0, spamLimits.honeypotLength),
  };
}

const buildContext = ({ workflow, body }: Visit): SubmitContext => ({
  workflow,
  language: body.language,
  idempotencyKey: body.hash,
  isScriptless: true,
});

/** Shows the next page or sends the form, unless this page has errors or further questions. */
async function showNextOrSend(visit: Visit, step: Step): Promise<PostResult> {
  const { deps, revision, body, workflow, request } = visit;
  const seen = listFields(step.elements, step.before);
  const hasNewQuestions = [...listFields(step.elements, step.after)].some(
    (address) => !seen.has(address),
  );
  const steps = listSteps(visit, step.after);
  const next = step.id === undefined ? undefined : steps[steps.indexOf(step.id) + 1];
  if (next === undefined && !hasNewQuestions && body.refused.size === 0) return send(visit, step);
  const found = await findErrorsOfPart(
    deps,
    buildContext(visit),
    revision,
    buildSubmission(visit, step),
    { isIncluded: (address) => seen.has(address), refusedUploads: body.refused },
  );
  if (Object.keys(found.fields).length > 0)
    return drawPage(visit, step, 422, { problem: found, hasNewQuestions });
  if (hasNewQuestions || next === undefined) return drawPage(visit, step, 200, { hasNewQuestions });
  await countPageVisit(deps, workflow.key, next).catch((error: unknown) =>
    request.log.error(error, 'a page was not counted'),
  );
  return drawPage(visit, step, 200, { page: next });
}

/** Returns the step to correct: the first one with an error. */
function findWrongStep(visit: Visit, step: Step, { details }: ProblemError): string | undefined {
  const wrong = new Set(
    Object.values(details.rules ?? {}).map(({ address }) => address.split('/')[0]),
  );
  const hasError = (id: string) =>
    listStepElements(visit, id).some((element) => wrong.has(element.id));
  return listSteps(visit, step.after).find(hasError) ?? step.id;
}

/** Shows the answers to a form that has others already, so that they can be copied. */
async function showUnsent(visit: Visit, step: Step, submittedAt: string): Promise<PostResult> {
  const { deps, link, workflow, body } = visit;
  const opening = presentOpening(visit.revision, await getAccount(deps.db, workflow));
  const { accountId, accountName, headerLogoUrl, theme, contact, formElement, revision } = opening;
  const answers = listAnswers(listElements(visit.revision.definition), step.answers);
  return {
    answered: {
      here: link.here,
      language: body.language,
      answered: { accountId, accountName, headerLogoUrl, theme, contact, submittedAt },
      unsent: { formElement, revision, answers },
    },
  };
}

async function send(visit: Visit, step: Step): Promise<PostResult> {
  const { deps, link, workflow, request } = visit;
  const { language } = visit.body;
  try {
    await storeAnswers(deps, buildContext(visit), buildSubmission(visit, step), request.log);
    return {
      sent: sealSent(deps, { processGuid: link.key, workflowKey: workflow.key, language }),
    };
  } catch (error) {
    const known = toProblem(error, request);
    const { fields, reason, details } = known;
    const { rules, submittedAt } = details;
    if (submittedAt !== undefined) return showUnsent(visit, step, submittedAt);
    if (reason === 'invalidAnswers')
      return drawPage(visit, step, 422, {
        page: findWrongStep(visit, step, known),
        problem: { fields: fields ?? {}, rules: rules ?? {} },
      });
    return drawPage(visit, step, errorCatalogue[reason].status, {
      failure: describeProblem(known, language),
      accepted: reason === 'statementsChanged' ? [] : step.accepted,
    });
  }
}
