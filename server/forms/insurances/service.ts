import type { FastifyBaseLogger } from 'fastify';
import type { LegalInsurance } from '#schemas/forms/insurances.ts';
import { insuranceCacheLimits } from '#server/forms/limits.ts';
import type { Deps } from '#server/deps.ts';

/**
 * Caches the list for an hour for all callers (stale-while-revalidate, also if the source fails).
 */
export function createInsuranceList({
  insurances,
  clock,
}: Deps): (log: FastifyBaseLogger) => Promise<LegalInsurance[]> {
  let kept: { list: LegalInsurance[]; at: number } | undefined;
  let asking: Promise<LegalInsurance[]> | undefined;

  async function ask(): Promise<LegalInsurance[]> {
    const list = await insurances.list();
    kept = { list, at: clock.elapsedMs() };
    return list;
  }

  return async (log) => {
    if (kept && clock.elapsedMs() - kept.at < insuranceCacheLimits.upstreamKeptMs) return kept.list;
    asking ??= ask().finally(() => {
      asking = undefined;
    });
    if (!kept) return asking;
    asking.catch((error: unknown) =>
      log.warn({ err: error }, 'the list of insurers could not be renewed'),
    );
    return kept.list;
  };
}
