import type { Expert, ExpertProfile, Participant } from '#schemas/forms/experts.ts';
import { expertListLimits } from '#server/forms/limits.ts';
import type { Deps } from '#server/deps.ts';
import * as repository from './repository.ts';
import { inTransaction } from '#server/db/transaction.ts';

/** Lists the areas of a postal code: 2, 20, 202, 2025, 20259. */
const listPrefixes = (postalCode: string): string[] =>
  [...postalCode].map((_, index) => postalCode.slice(0, index + 1));

/** Lists the experts of a postal code, narrowest area first. */
export async function findExperts(
  { db }: Deps,
  accountId: string,
  postalCode: string,
): Promise<Participant[]> {
  const rows = await repository.findExpertsAt(db, accountId, listPrefixes(postalCode));
  return [...new Map(rows.map(({ id, name, place }) => [id, { id, name, place }])).values()].slice(
    0,
    expertListLimits.maxOffered,
  );
}

/** Stores an expert; idempotent. */
export async function putExpert(
  { db, clock }: Deps,
  accountId: string,
  expertId: string,
  profile: ExpertProfile,
): Promise<Expert> {
  const { name, place, areas } = profile;
  await inTransaction(db, (transaction) =>
    repository.putExpert(
      transaction,
      { accountId, id: expertId, name, place, createdAt: clock.now().toISOString() },
      areas,
    ),
  );
  return { expertId, ...profile };
}
