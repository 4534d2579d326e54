import { Readable, pipeline } from 'node:stream';
import type { ArchiveManifest } from '#schemas/cases/caseArchives.ts';
import type { CaseSummary, Folder } from '#schemas/cases/cases.ts';
import { countUnread } from '#schemas/cases/cases.rules.ts';
import { buildArchiveName } from '#schemas/files/downloadNames.ts';
import type { Language } from '#schemas/platform/common.ts';
import type { Deps } from '#server/deps.ts';
import { getTexts } from '#server/texts.ts';
import { getCase, type ClientScope } from '#server/cases/cases/service.ts';
import { findHistory } from '#server/cases/caseHistories/service.ts';
import { markAllRead } from '#server/cases/messages/service.ts';
import { eachMessage } from '#server/cases/messages/service.ts';
import { meter } from '#server/ports/blobStore.ts';
import { streamZip, type ZipEntry } from './zip.ts';
import { createPaths } from './paths.ts';
import { writeHistory, formatTranscript } from './transcript.ts';

type Listed = ArchiveManifest['files'][number];
/** A folder in the archive and its id; null: the case itself. */
type ArchiveFolder = { path: string; names: string[] };
/** Ends an archive with the newest message; after a clock was set back its sort key is later. */
function getEnd({ endedDate, lastMessageDate }: CaseSummary, startedAt: Date): string {
  if (endedDate !== null) return endedDate;
  const now = startedAt.toISOString();
  return lastMessageDate !== null && lastMessageDate > now ? lastMessageDate : now;
}

type Archived = { shown: CaseSummary; userId: string; language: Language; startedAt: Date };
type Origin = Pick<Listed, 'attachment' | 'task'>;

/** A file of an answered task. Tasks depend on cases, not the reverse, so `app.ts` passes them. */
export type TaskFile = Omit<ZipEntry, 'path'> & {
  /** name of the folder of the task */ taskName: string;
  fileName: string;
  task: NonNullable<Listed['task']>;
  sha256?: string;
};
/** Lists the answers of a case's tasks and their files, up to an instant. */
export type ListTaskFiles = (
  deps: Deps,
  of: { accountId: string; caseId: string; language: Language; until: string },
) => AsyncIterable<TaskFile>;

/** Streams one file, and adds its hash to `files` after its last byte. */
async function* listed(
  files: Listed[],
  entry: ZipEntry,
  { names }: ArchiveFolder,
  origin: Origin = {},
  kept?: { sha256: string },
): AsyncGenerator<ZipEntry> {
  const { stream, result } = meter(Infinity);
  // the stream reports its own error
  yield { ...entry, open: async () => pipeline(await entry.open(), stream, () => undefined) };
  const { size, sha256 } = result();
  if (kept && kept.sha256 !== sha256) throw new Error('a stored file is no longer what it was');
  files.push({ path: entry.path, folders: names, size, sha256, ...origin });
}

function createManifest(
  { idHash, header, aktenzeichen, aktenkurzbezeichnung, accountName }: CaseSummary,
  createdAt: Date,
  files: Listed[],
): ArchiveManifest {
  return {
    format: 'formakte-case-1',
    createdAt: createdAt.toISOString(),
    accountName,
    case: { idHash, header, aktenzeichen, aktenkurzbezeichnung },
    files,
  };
}

type Archive = { paths: ReturnType<typeof createPaths>; files: Listed[] };

/** Yields a text, unless it is empty. */
async function* writeTextFile(
  { paths, files }: Archive,
  folder: ArchiveFolder,
  { name, modifiedAt }: { name: string; modifiedAt: Date },
  text: () => AsyncGenerator<Buffer>,
): AsyncGenerator<ZipEntry> {
  const first = await text().next();
  if (first.done) return;
  const entry = {
    path: paths.file(folder.path, `${name}.txt`),
    modifiedAt,
    isCompressed: true,
    open: async () => Readable.from(text()),
  };
  yield* listed(files, entry, folder);
}

/** Reads a case and its folders up to the start; later messages are omitted. */
async function* readMessages(
  { db, blobStore }: Deps,
  archive: Archive,
  { shown, userId, language, startedAt }: Archived,
): AsyncGenerator<ZipEntry> {
  const { paths, files } = archive;
  const name = getTexts(language)('message.transcript', {});

  async function* timeline(id: string, folder: ArchiveFolder): AsyncGenerator<ZipEntry> {
    const messages = () => eachMessage(db, userId, id, getEnd(shown, startedAt));
    async function* transcript() {
      for await (const { message } of messages())
        yield Buffer.from(formatTranscript(message, language));
    }
    yield* writeTextFile(archive, folder, { name, modifiedAt: startedAt }, transcript);
    for await (const { message, files: attached } of messages()) {
      for (const { id: fileId, name: fileName, size, sha256, blobKey } of attached) {
        const entry = {
          path: paths.file(folder.path, fileName),
          modifiedAt: new Date(message.creationDate),
          isCompressed: false,
          size,
          open: () => blobStore.get(blobKey),
        };
        const attachment = { fileId, fileName, messageId: message.id };
        yield* listed(files, entry, folder, { attachment }, { sha256 });
      }
    }
  }

  async function* folders(
    inside: readonly Folder[],
    parent: ArchiveFolder,
  ): AsyncGenerator<ZipEntry> {
    for (const { id, name: own, descendants } of inside) {
      const folder = { path: paths.folder(parent.path, own), names: [...parent.names, own] };
      yield* timeline(id, folder);
      yield* folders(descendants, folder);
    }
  }

  const root: ArchiveFolder = { path: '', names: [] };
  yield* timeline(shown.idHash, root);
  yield* folders(shown.folders, root);
}

/** Reads the answered tasks, each in a folder of its own. */
async function* readTasks(
  { paths, files }: Archive,
  taskFiles: AsyncIterable<TaskFile>,
  language: Language,
): AsyncGenerator<ZipEntry> {
  const title = getTexts(language)('archive.tasks', {});
  const folderByTask = new Map<string, ArchiveFolder>();
  let all: ArchiveFolder | undefined;
  for await (const { taskName, fileName, task, sha256, ...content } of taskFiles) {
    all ??= { path: paths.folder('', title), names: [title] };
    const folder = folderByTask.get(task.workflowId) ?? {
      path: paths.folder(all.path, taskName),
      names: [title, taskName],
    };
    folderByTask.set(task.workflowId, folder);
    const entry = { ...content, path: paths.file(folder.path, fileName) };
    yield* listed(files, entry, folder, { task }, sha256 === undefined ? undefined : { sha256 });
  }
}

async function* readEntries(
  deps: Deps,
  archived: Archived,
  listTaskFiles: ListTaskFiles,
): AsyncGenerator<ZipEntry> {
  const { shown, language, startedAt } = archived;
  const archive: Archive = { paths: createPaths(), files: [] };
  const manifestPath = archive.paths.file('', 'manifest.json');
  const root: ArchiveFolder = { path: '', names: [] };
  const { stateGroups } = await findHistory(deps.db, shown.idHash);
  async function* history() {
    if (shown.isEsyAkte && stateGroups.length > 0)
      yield Buffer.from(writeHistory(stateGroups, language));
  }

  yield* readMessages(deps, archive, archived);
  const name = getTexts(language)('archive.history', {});
  yield* writeTextFile(archive, root, { name, modifiedAt: startedAt }, history);
  const taskFiles = listTaskFiles(deps, {
    accountId: shown.accountId,
    caseId: shown.idHash,
    language,
    until: getEnd(shown, startedAt),
  });
  yield* readTasks(archive, taskFiles, language);
  const manifest = createManifest(shown, startedAt, archive.files);
  yield {
    path: manifestPath,
    modifiedAt: startedAt,
    isCompressed: true,
    open: async () => Readable.from([Buffer.from(JSON.stringify(manifest, undefined, 2))]),
  };
}

/**
 * Returns a case as a zip named in the client's language. `open` reads its unread messages first,
 * because the client gets their texts and files.
 */
export async function createArchive(
  deps: Deps,
  scope: ClientScope,
  { caseId, language }: { caseId: string; language: Language },
  listTaskFiles: ListTaskFiles,
): Promise<{ name: string; open: () => Promise<Readable> }> {
  const startedAt = deps.clock.now();
  const { userId } = scope;
  const shown = await getCase(deps, scope, caseId);
  const { accountId } = shown;
  const word = getTexts(language)('cases.archiveName', {});
  return {
    name: buildArchiveName(word, shown.accountName, shown.aktenkurzbezeichnung || shown.header),
    async open() {
      if (countUnread(shown) > 0)
        await markAllRead(deps, { userId, caseId, accountId, until: getEnd(shown, startedAt) });
      return streamZip(readEntries(deps, { shown, userId, language, startedAt }, listTaskFiles));
    },
  };
}
