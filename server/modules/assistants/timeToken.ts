import { errors, jwtVerify, SignJWT } from 'jose';
import type { Suspicion } from '#schemas/assistants.ts';
import { limits } from '#schemas/limits.ts';
import type { WorkflowRow } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { secretOf } from '#server/http/session.ts';

const algorithm = 'HS256';
const audience = 'formakte:shown';

/** Says when a workflow's form was handed out; only who has read the form holds one (docs/decisions/0018). */
export async function signTimeToken({ config, clock }: Deps, workflowKey: string): Promise<string> {
  const issuedAt = Math.floor(clock.now().getTime() / 1000);
  return new SignJWT()
    .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
    .setSubject(workflowKey)
    .setAudience(audience)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + limits.spam.tokenDays * 24 * 3600)
    .sign(secretOf(config));
}

/** A reload hands out a new token, but the visitor has had the form since the workflow began. A request's workflow is begun by its provider. */
const shownSince = ({ type, startedAt }: WorkflowRow, issuedAtMs: number): number =>
  type === 'ASSISTENT' ? Date.parse(startedAt) : issuedAtMs;

/** What the time between showing and sending says against a person. */
export async function suspicionOfTime(
  { config, clock }: Deps,
  workflow: WorkflowRow,
  token: string | undefined,
): Promise<Suspicion | undefined> {
  try {
    const {
      payload: { iat = 0 },
    } = await jwtVerify(token ?? '', secretOf(config), {
      algorithms: [algorithm],
      audience,
      subject: workflow.key,
      typ: 'JWT',
      currentDate: clock.now(),
      requiredClaims: ['iat', 'exp'],
    });
    return clock.now().getTime() - shownSince(workflow, iat * 1000) < limits.spam.minSeconds * 1000
      ? 'tooFast'
      : undefined;
  } catch (error) {
    return error instanceof errors.JWTExpired ? 'tokenExpired' : 'tokenInvalid';
  }
}
