import { isLoginRequired } from '#schemas/forms/assistants.ts';
import { postedNames } from '#schemas/forms/postedForms.ts';
import type { PostedValues } from '#src/engine/core/answers/mergePosted.ts';
import type { FileRow, WorkflowRow } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { filterWorkflowUploads } from '#server/files/files/service.ts';
import { workflowLimits } from '#server/forms/limits.ts';
import { getFirstValue } from '#server/forms/postedPages/service.ts';
import { getRequiredPin } from '#server/forms/pins/service.ts';
import { createProblem } from '#server/problem.ts';
import type { FormLink } from './formLinks.ts';
import { isProven } from './openWorkflow.ts';
import type { PinProof } from './pinCookie.ts';
import { readState, type PostedState } from './postedState.ts';
import type { PostedBody } from './readPosted.ts';
import * as repository from './repository.ts';
import { accessWorkflow, startWorkflow } from './service.ts';

/** The workflow of a posted page. `isNew` without a state, as for the first page of a visit. */
export type Opened = { workflow: WorkflowRow; state: PostedState; isNew: boolean };

/** The form has a PIN that this browser has not given. */
export class PinNeeded extends Error {}

async function startFor(deps: Deps, { key, findOnly }: FormLink, proof: PinProof) {
  const only = await findOnly?.();
  if (findOnly && !only) throw createProblem('notFound');
  if (only?.submittedAt) {
    // the same page may have been posted before
    if (!isProven(await getRequiredPin(deps, only), only, proof)) throw new PinNeeded();
    return only.key;
  }
  const access = only
    ? await accessWorkflow(deps, only.key, proof)
    : await startWorkflow(deps, key, undefined, proof);
  if (isLoginRequired(access)) throw new PinNeeded();
  return access.workflowKey;
}

/** Opens the workflow of a posted page, or starts one. Throws `PinNeeded`. */
export async function openPosted(
  deps: Deps,
  link: FormLink,
  proof: PinProof,
  values: PostedValues,
): Promise<Opened> {
  const state = readState(deps, link.key, getFirstValue(values, postedNames.state));
  const known = state && (await repository.findWorkflow(deps.db, state.workflowKey));
  if (known) {
    const isOpen = known.submittedAt === null;
    if (isOpen && isLoginRequired(await accessWorkflow(deps, known.key, proof)))
      throw new PinNeeded();
    return { workflow: known, state, isNew: false };
  }
  const workflowKey = await startFor(deps, link, proof);
  const workflow = await repository.findWorkflow(deps.db, workflowKey);
  if (!workflow) throw createProblem('notFound');
  const empty = {
    processGuid: link.key,
    workflowKey,
    page: undefined,
    answers: {},
    accepted: [],
  };
  return { workflow, state: empty, isNew: true };
}

/**
 * Gives a new workflow the hash of its first page. The same page that was posted twice gets the
 * same workflow, and the files that it has stored. A request has one workflow anyway.
 */
export async function shareWorkflow(
  deps: Deps,
  { findOnly }: FormLink,
  opened: Opened,
  body: PostedBody,
): Promise<{ opened: Opened; body: PostedBody }> {
  const { workflow, isNew } = opened;
  if (!isNew || findOnly) return { opened, body };
  const since = new Date(deps.clock.now().getTime() - workflowLimits.repostWithinMs).toISOString();
  const key = await repository.claimIdempotencyKey(deps.db, workflow, body.hash, since);
  const earlier = key === workflow.key ? undefined : await repository.findWorkflow(deps.db, key);
  if (!earlier) return { opened, body };
  const stored = await filterWorkflowUploads(deps.db, key);
  const findStored = (file: FileRow): FileRow =>
    stored.find(
      ({ elementId, sha256, name }) =>
        elementId === file.elementId && sha256 === file.sha256 && name === file.name,
    ) ?? file;
  const files = new Map([...body.files].map(([at, list]) => [at, list.map(findStored)]));
  const state = { ...opened.state, workflowKey: key };
  return { opened: { ...opened, workflow: earlier, state }, body: { ...body, files } };
}
