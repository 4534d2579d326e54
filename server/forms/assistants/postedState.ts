import { dayMs, minuteMs } from '#schemas/platform/time.ts';
import type { Language } from '#schemas/platform/common.ts';
import type { ConsentName } from '#schemas/forms/postedForms.ts';
import type { Deps } from '#server/deps.ts';
import { postedLimits } from '#server/forms/limits.ts';
import { createToken, readToken } from '#server/security/sealedTokens.ts';

/** Data that a page without scripts keeps between two requests. The server stores none of it. */
export type PostedState = {
  /** Key of the link, also of a request. Its name is that of pages which are open. */
  processGuid: string;
  workflowKey: string;
  /** Shown step, of a form with several pages. */
  page: string | undefined;
  answers: Record<string, unknown>;
  accepted: readonly ConsentName[];
};

const stateKind = { name: 'postedForm', minutes: (postedLimits.stateDays * dayMs) / minuteMs };

export const sealState = (deps: Deps, state: PostedState): string =>
  createToken(deps, stateKind, state);

/** Returns the state of a form; undefined for one that is expired or of another link. */
export function readState(deps: Deps, key: string, token: string): PostedState | undefined {
  const state = readToken<PostedState>(deps, stateKind, token);
  return state?.processGuid === key ? state : undefined;
}

/** Names a submission in the address of its thank-you page. It reveals no answers. */
export type SentToken = {
  /** Key of the link, also of a request. */
  processGuid: string;
  workflowKey: string;
  language: Language;
};

const sentKind = { name: 'sentForm', minutes: postedLimits.receiptMinutes };

export const sealSent = (deps: Deps, sent: SentToken): string => createToken(deps, sentKind, sent);

export function readSent(deps: Deps, key: string, token: string): SentToken | undefined {
  const sent = readToken<SentToken>(deps, sentKind, token);
  return sent?.processGuid === key ? sent : undefined;
}
