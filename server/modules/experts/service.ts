import type { Expert, ExpertProfile, Participant } from '#schemas/experts.ts';
import { limits } from '#schemas/limits.ts';
import type { Deps } from '#server/deps.ts';
import * as repository from './repository.ts';

/** Every area a postal code lies in: 2, 20, 202, 2025, 20259. */
const prefixesOf = (postalCode: string): string[] =>
  [...postalCode].map((_, index) => postalCode.slice(0, index + 1));

/** Who works at a postal code, those named for the narrowest area first. */
export async function findExperts(
  { db }: Deps,
  accountId: string,
  postalCode: string,
): Promise<Participant[]> {
  const rows = await repository.findExpertsAt(db, accountId, prefixesOf(postalCode));
  return [...new Map(rows.map(({ id, name, place }) => [id, { id, name, place }])).values()].slice(
    0,
    limits.expert.maxOffered,
  );
}

/** Takes over what the provider says of an expert; a repeat changes nothing. */
export async function putExpert(
  { db, clock }: Deps,
  accountId: string,
  expertId: string,
  profile: ExpertProfile,
): Promise<Expert> {
  const { name, place, areas } = profile;
  await db
    .transaction()
    .execute((transaction) =>
      repository.putExpert(
        transaction,
        { accountId, id: expertId, name, place, createdAt: clock.now().toISOString() },
        areas,
      ),
    );
  return { expertId, ...profile };
}
