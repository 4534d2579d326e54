import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AccessPage, AccessPageState } from '#schemas/access/accessPages.ts';
import type { Language } from '#schemas/platform/common.ts';
import { errorCatalogue } from '#schemas/platform/errors.ts';
import type { Endpoint } from '#schemas/platform/endpoint.ts';
import type { Deps } from '#server/deps.ts';
import {
  describeProblem,
  toPostedErrors,
  type OwnForm,
  type PostedParts,
} from '#server/forms/postedPages/service.ts';
import type { ProblemError } from '#server/problem.ts';

/** Query name of a page that confirms what was posted. */
export const doneParam = 'done';

/** A posted page before the login. */
export type Visit = {
  deps: Deps;
  request: FastifyRequest;
  reply: FastifyReply;
  parts: PostedParts;
  /** Throws `tooManyRequests`; counts together with the call. */
  checkLimit: (call: Endpoint) => Promise<void>;
};

/** A page of one visitor. The language is that of the request by default. */
export type Opened = { status: number; state: AccessPageState; language?: Language };

export type Redirect = {
  page: AccessPage;
  /** Key in the address. */
  key?: string;
  query?: Record<string, string>;
};

/** The page to show, or the page to redirect to. */
export type Answer = Opened | Redirect;

/** Shows the form again with the errors of its answers. */
export const showWrongForm = ({ shown }: OwnForm): Answer => ({
  status: 422,
  state: { posted: shown },
});

/** Shows the form again after an expected failure. `refused` is the element that it is about. */
export function showFailure(
  { parts: { language } }: Visit,
  { shown }: OwnForm,
  error: ProblemError,
  refused?: string,
): Answer {
  const errors = toPostedErrors(error);
  const failure =
    errors.length === 0
      ? {
          failure: describeProblem(error, language),
          ...(refused === undefined ? {} : { refused }),
        }
      : {};
  return {
    status: errorCatalogue[error.reason].status,
    state: { posted: { ...shown, errors, ...failure } },
  };
}
