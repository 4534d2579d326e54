import type { FastifyRequest } from 'fastify';
import type { LoginRequired, PinPageData } from '#schemas/forms/assistants.ts';
import type { Language } from '#schemas/platform/common.ts';
import { errorCatalogue } from '#schemas/platform/errors.ts';
import { postedNames } from '#schemas/forms/postedForms.ts';
import { pickPrefill } from '#schemas/forms/prefill.rules.ts';
import type { PostedValues } from '#src/engine/core/answers/mergePosted.ts';
import type { Deps } from '#server/deps.ts';
import {
  describeProblem,
  getFirstValue,
  readLanguage,
  readOwnForm,
  toProblem,
  type PostedParts,
} from '#server/forms/postedPages/service.ts';
import type { ProblemError } from '#server/problem.ts';
import { getFormEntry } from './formEntry.ts';
import type { FormLink } from './formLinks.ts';
import { noProof, type PinProof } from './pinCookie.ts';
import { givePin } from './service.ts';

/** The page of the link, which knows by now how it opens. */
export type Reopened = { isReopened: true; language: Language; prefill: string };

/** The page of the PIN again, or the form's own page, which knows the PIN or needs none. */
export type PinResult = { status: number; pin: PinPageData } | Reopened;

/** Opens the page of the link again, with what the link prefills. */
export const reopen = (values: PostedValues): Reopened => ({
  isReopened: true,
  language: readLanguage(values),
  prefill: pickPrefill(getFirstValue(values, postedNames.prefill)),
});

/** Returns true when no further attempt with this PIN can succeed. */
const isVoidNow = ({ reason, values }: ProblemError): boolean =>
  reason === 'pinVoid' || (reason === 'falsePin' && values.triesLeft === 0);

/** Describes the page that asks for the PIN of a link. */
export const describePinPage = (
  { here }: FormLink,
  language: Language,
  required: LoginRequired,
  prefill: string,
): PinPageData => ({ here, language, required, ...(prefill === '' ? {} : { prefill }) });

/**
 * Takes the PIN of a form from a page without scripts. Attempts are counted and locked as those of
 * the call.
 */
export async function receivePin(
  deps: Deps,
  link: FormLink,
  request: FastifyRequest,
  parts: PostedParts,
  proof: PinProof,
): Promise<PinResult> {
  const { language, values } = parts;
  const again = reopen(values);
  const entry = await getFormEntry(deps, link, noProof);
  // closed, withdrawn, answered, or without a PIN by now: the form's page says so
  if (!entry || !('required' in entry)) return again;
  const page = describePinPage(link, language, entry.required, again.prefill);
  const { answers, shown, isValid } = await readOwnForm(deps, 'enterPin', parts);
  if (!isValid) return { status: 422, pin: { ...page, posted: shown } };
  try {
    const key = (await link.findOnly?.())?.key ?? link.key;
    await givePin(deps, key, String(answers['password']), proof);
    return again;
  } catch (error) {
    const known = toProblem(error, request);
    if (known.reason === 'formClosed') return again;
    const { status } = errorCatalogue[known.reason];
    if (isVoidNow(known)) return { status, pin: { ...page, isVoid: true } };
    const refused = known.reason === 'falsePin' ? { refused: 'password' } : {};
    const posted = { ...shown, failure: describeProblem(known, language), ...refused };
    return { status, pin: { ...page, posted } };
  }
}
