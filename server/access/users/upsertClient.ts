import type { NewUser } from '#schemas/access/clients.ts';
import type { Language } from '#schemas/platform/common.ts';
import type { Actor } from '#server/accounts/staff/service.ts';
import type { Deps } from '#server/deps.ts';
import type { Upserted } from '#server/externalIds.ts';
import { changeUser, createUser } from './clients.ts';
import * as repository from './repository.ts';

/** Creates a client, or changes the client with this external id like `changeUser`. */
export async function upsertClient(
  deps: Deps,
  provider: Actor & { language: Language },
  wanted: NewUser & { externalId: string },
  options: { isSilent: boolean },
): Promise<Upserted> {
  const { accountId } = provider;
  const id = await repository.findIdByExternalId(deps.db, accountId, wanted.externalId);
  if (id === undefined)
    return { outcome: 'created', id: (await createUser(deps, provider, wanted)).userId };
  const isChanged = await changeUser(deps, provider, id, wanted, options);
  return { outcome: isChanged ? 'updated' : 'unchanged', id };
}
