import { LRUCache } from 'lru-cache';
import type { ImportedCase, ImportedMessage, ImportedRecord } from '#schemas/portal/imports.ts';
import type { Language } from '#schemas/platform/common.ts';
import { isInScope, type KeyScope } from '#schemas/platform/endpoint.ts';
import { listIdsByExternalId, upsertClient } from '#server/access/users/service.ts';
import { findByExternalId, upsertCase } from '#server/cases/cases/service.ts';
import { upsertMessages, type MessageOutcome } from '#server/cases/messages/service.ts';
import type { Deps } from '#server/deps.ts';
import { createWithdrawnProblem, type Upserted } from '#server/externalIds.ts';
import { importServiceLimits } from '#server/portal/limits.ts';
import { createProblem } from '#server/problem.ts';
import { upsertTask } from '#server/tasks/tasks/service.ts';
import { getTexts } from '#server/texts.ts';

/** Caller and options of an import. */
export type Importer = {
  accountId: string;
  language: Language;
  scopes: readonly KeyScope[];
  /** false: clients are mailed about messages, tasks and changes of their data */ isSilent: boolean;
};

const createUnknownId = (language: Language, field: string) =>
  createProblem('invalidInput', {
    [field]: getTexts(language)('input.error.unknownExternalId', {}),
  });

/** Throws `keyScopeMissing` for a kind of record that the key may not change. */
function assertScope({ scopes }: Importer, { kind }: ImportedRecord): void {
  const needed = kind === 'client' ? 'people' : 'cases';
  if (!isInScope(scopes, { method: 'POST', scopes: [needed] }))
    throw createProblem('keyScopeMissing', undefined, { scopes: needed });
}

async function listClients(
  { db }: Deps,
  { accountId, language }: Importer,
  { clientExternalIds }: ImportedCase,
): Promise<{ userIds?: string[] }> {
  if (clientExternalIds === undefined) return {};
  const known = await listIdsByExternalId(db, accountId, clientExternalIds);
  const unknown = clientExternalIds.findIndex((externalId) => !known.has(externalId));
  if (unknown >= 0) throw createUnknownId(language, `/clientExternalIds/${unknown}`);
  return { userIds: [...known.values()] };
}

/** Stores records by the services of single calls. Remembers the ids of some cases. */
export function createRecordStore(deps: Deps, importer: Importer) {
  const { accountId, language, isSilent } = importer;
  const caseIds = new LRUCache<string, string>({ max: importServiceLimits.knownCases });

  async function getCaseId(externalId: string): Promise<string> {
    const known = caseIds.get(externalId);
    if (known !== undefined) return known;
    const found = await findByExternalId(deps.db, accountId, externalId);
    if (!found) throw createUnknownId(language, '/caseExternalId');
    if (found.withdrawnAt !== null) throw createWithdrawnProblem(language, '/caseExternalId');
    caseIds.set(externalId, found.id);
    return found.id;
  }

  /** Stores a record and returns what became of it; throws an expected failure. */
  async function storeRecord(record: Exclude<ImportedRecord, ImportedMessage>): Promise<Upserted> {
    assertScope(importer, record);
    if (record.kind === 'client') {
      const { kind: _kind, ...client } = record;
      return upsertClient(deps, importer, client, { isSilent });
    }
    if (record.kind === 'case') {
      const { kind: _kind, clientExternalIds: _ids, ...content } = record;
      return upsertCase(deps, importer, {
        ...content,
        ...(await listClients(deps, importer, record)),
      });
    }
    const { kind: _kind, caseExternalId, ...task } = record;
    return upsertTask(deps, importer, await getCaseId(caseExternalId), task, { isSilent });
  }

  /** Stores messages together, which are most of an import. Returns what became of each. */
  async function storeMessages(records: readonly ImportedMessage[]): Promise<MessageOutcome[]> {
    const failures = new Map<ImportedMessage, unknown>();
    const lines = [];
    for (const record of records)
      try {
        assertScope(importer, record);
        const { kind: _kind, caseExternalId, ...wanted } = record;
        lines.push({ caseId: await getCaseId(caseExternalId), wanted });
      } catch (failure) {
        failures.set(record, failure);
      }
    const stored = await upsertMessages(deps, importer, lines, { isSilent });
    return records.flatMap((record) =>
      failures.has(record) ? [{ failure: failures.get(record) }] : stored.splice(0, 1),
    );
  }

  return { storeRecord, storeMessages };
}
