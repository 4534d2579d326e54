import { isDeepStrictEqual } from 'node:util';
import type { Language } from '#schemas/platform/common.ts';
import { cleanTyped } from '#schemas/platform/typedText.ts';
import { isUniqueViolation } from '#server/db/errors.ts';
import type { StoredMessage } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { createWithdrawnProblem, type Upserted } from '#server/externalIds.ts';
import { createProblem, ProblemError } from '#server/problem.ts';
import { getTexts } from '#server/texts.ts';
import { listAttachments, type AttachedFile } from './attachmentRepository.ts';
import { addMessage, addMessages, type ForCase } from './providerMessages.ts';
import * as providerRepository from './providerRepository.ts';

type Provider = { accountId: string; language: Language };
type Options = { isSilent: boolean };
/** Outcome of storing a message, or the reason why it is not stored. */
export type MessageOutcome = Upserted | { failure: unknown };

/** Returns true if a stored message has the wanted content in this case. */
function hasContent(
  known: StoredMessage,
  files: readonly AttachedFile[],
  { caseId, wanted }: ForCase,
): boolean {
  const { header, folderId, creatorName, creationDate, fileIds = [] } = wanted;
  const text = cleanTyped(known.text, 'prose'); // older ones were stored as they were sent
  return (
    isDeepStrictEqual(
      [known.caseId, known.header, text, known.labels, known.belegdatum, known.timelineId],
      [
        caseId,
        header,
        wanted.text,
        wanted.labels ?? [],
        wanted.belegdatum ?? null,
        folderId ?? caseId,
      ],
    ) &&
    (creatorName === undefined || creatorName === known.creatorName) &&
    (creationDate === undefined || creationDate === (known.sentAt ?? known.createdAt)) &&
    isDeepStrictEqual(
      files.filter(({ messageId }) => messageId === known.id).map(({ id }) => id),
      fileIds,
    )
  );
}

function compare(
  { language }: Provider,
  known: StoredMessage,
  files: readonly AttachedFile[],
  line: ForCase,
): MessageOutcome {
  if (known.withdrawnAt !== null) return { failure: createWithdrawnProblem(language) };
  if (hasContent(known, files, line)) return { outcome: 'unchanged', id: known.id };
  const sentence = getTexts(language)('message.error.sent', {});
  return { failure: createProblem('conflict', { '/externalId': sentence }) };
}

/** True if the messages can be stored together: no files, no folders, no external id twice. */
const areSimple = (lines: readonly ForCase[]): boolean =>
  new Set(lines.map(({ wanted }) => wanted.externalId)).size === lines.length &&
  lines.every(({ wanted }) => !wanted.folderId && (wanted.fileIds ?? []).length === 0);

/** True for a failure of one message, which others do not share. */
const isOfOneMessage = (error: unknown): boolean =>
  error instanceof ProblemError || isUniqueViolation(error);

async function addOne(
  deps: Deps,
  provider: Provider,
  { caseId, wanted }: ForCase,
  options: Options,
): Promise<MessageOutcome> {
  try {
    return { outcome: 'created', id: await addMessage(deps, provider, caseId, wanted, options) };
  } catch (failure) {
    return { failure };
  }
}

/** Stores new messages in one transaction; if one of them fails, each in its own. */
async function addTogether(
  deps: Deps,
  provider: Provider,
  lines: readonly ForCase[],
  options: Options,
): Promise<MessageOutcome[]> {
  try {
    const ids = await addMessages(deps, provider, lines, options);
    return ids.map((id) => ({ outcome: 'created', id }));
  } catch (failure) {
    if (!isOfOneMessage(failure)) return lines.map(() => ({ failure }));
    const outcomes: MessageOutcome[] = [];
    for (const line of lines) outcomes.push(await addOne(deps, provider, line, options));
    return outcomes;
  }
}

/**
 * Stores messages unless those with their external ids exist. Other content fails, because clients
 * may have read the message. Returns the outcomes in the order of the messages.
 */
export async function upsertMessages(
  deps: Deps,
  provider: Provider,
  lines: readonly ForCase[],
  options: Options,
): Promise<MessageOutcome[]> {
  if (lines.length > 1 && !areSimple(lines)) {
    const outcomes: MessageOutcome[] = [];
    for (const line of lines)
      outcomes.push(...(await upsertMessages(deps, provider, [line], options)));
    return outcomes;
  }
  const externalIds = lines.map(({ wanted }) => wanted.externalId);
  const rows = await providerRepository.listByExternalIds(deps.db, provider.accountId, externalIds);
  const files = await listAttachments(
    deps.db,
    rows.map(({ id }) => id),
  );
  const known = new Map(rows.map((row) => [row.externalId, row]));
  const isNew = ({ wanted }: ForCase) => !known.has(wanted.externalId);
  const [first, ...others] = lines.filter(isNew);
  const added = !first
    ? []
    : others.length === 0
      ? [await addOne(deps, provider, first, options)]
      : await addTogether(deps, provider, [first, ...others], options);
  return lines.flatMap((line) => {
    const row = known.get(line.wanted.externalId);
    return row ? [compare(provider, row, files, line)] : added.splice(0, 1);
  });
}
