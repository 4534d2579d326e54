import { errors, SignJWT } from 'jose';
import type { Suspicion } from '#schemas/forms/assistants.ts';
import { suspicionLimits } from '#server/forms/limits.ts';
import type { WorkflowRow } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { getSecret, verifySignature } from '#server/http/session.ts';

const algorithm = 'HS256';
const audience = 'formakte:shown';

/**
 * Creates a token with the time at which the form was sent to the visitor
 * (docs/decisions/forms/0018-why-are-suspicious-submissions-accepted.md).
 */
export async function signTimeToken({ config, clock }: Deps, workflowKey: string): Promise<string> {
  const issuedAt = Math.floor(clock.now().getTime() / 1000);
  return new SignJWT()
    .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
    .setSubject(workflowKey)
    .setAudience(audience)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + suspicionLimits.tokenDays * 24 * 3600)
    .sign(getSecret(config));
}

/**
 * Measures from the start of the workflow, because a reload creates a new token. A request's
 * workflow is started by its provider.
 */
const getShownAtMs = ({ type, startedAt }: WorkflowRow, issuedAtMs: number): number =>
  type === 'ASSISTENT' ? Date.parse(startedAt) : issuedAtMs;

/** Returns the signs of a bot in the time between opening and sending. */
export async function findTimeSuspicion(
  { config, clock }: Deps,
  workflow: WorkflowRow,
  token: string | undefined,
): Promise<Suspicion | undefined> {
  try {
    const { iat = 0 } = await verifySignature(config, token ?? '', {
      algorithms: [algorithm],
      audience,
      subject: workflow.key,
      typ: 'JWT',
      currentDate: clock.now(),
      requiredClaims: ['iat', 'exp'],
    });
    return clock.now().getTime() - getShownAtMs(workflow, iat * 1000) <
      suspicionLimits.minSeconds * 1000
      ? 'tooFast'
      : undefined;
  } catch (error) {
    return error instanceof errors.JWTExpired ? 'tokenExpired' : 'tokenInvalid';
  }
}
