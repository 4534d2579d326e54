import { Readable, pipeline } from 'node:stream';
import type { ArchiveManifest } from '#schemas/cases/caseArchives.ts';
import type { CaseSummary, Folder } from '#schemas/cases/cases.ts';
import type { Language } from '#schemas/platform/common.ts';
import type { Deps } from '#server/deps.ts';
import { getTexts } from '#server/texts.ts';
import { getCase, type CaseScope } from '#server/cases/cases/service.ts';
import { eachMessage } from '#server/cases/messages/service.ts';
import { meter } from '#server/ports/blobStore.ts';
import { streamZip, type ZipEntry } from './zip.ts';
import { createPaths, safeName } from './paths.ts';
import { writtenOut } from './transcript.ts';

type Listed = ArchiveManifest['files'][number];
/** A folder in the archive and its id; null: the case itself. */
type Place = { path: string; names: string[] };
type Archived = { shown: CaseSummary; userId: string; language: Language };

/** Streams one file, and adds its hash to `files` after its last byte. */
async function* listed(
  files: Listed[],
  entry: ZipEntry,
  { names }: Place,
  attachment?: Listed['attachment'],
  kept?: { sha256: string },
): AsyncGenerator<ZipEntry> {
  const { stream, result } = meter(Infinity);
  // the stream reports its own error
  yield { ...entry, open: async () => pipeline(await entry.open(), stream, () => undefined) };
  const { size, sha256 } = result();
  if (kept && kept.sha256 !== sha256) throw new Error('a stored file is no longer what it was');
  files.push({
    path: entry.path,
    folders: names,
    size,
    sha256,
    ...(attachment ? { attachment } : {}),
  });
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

/** Reads a case and its folders up to an instant; later messages are omitted. */
async function* readEntries(
  { db, blobStore, clock }: Deps,
  { shown, userId, language }: Archived,
): AsyncGenerator<ZipEntry> {
  const startedAt = clock.now();
  const paths = createPaths();
  const manifestPath = paths.file('', 'manifest.json');
  const files: Listed[] = [];

  async function* timeline(id: string, place: Place): AsyncGenerator<ZipEntry> {
    const messages = () => eachMessage(db, userId, id, startedAt.toISOString());
    async function* transcript() {
      for await (const { message } of messages()) yield Buffer.from(writtenOut(message, language));
    }
    const name = `${getTexts(language)('message.transcript', {})}.txt`;
    yield* listed(
      files,
      {
        path: paths.file(place.path, name),
        modifiedAt: startedAt,
        isCompressed: true,
        open: async () => Readable.from(transcript()),
      },
      place,
    );
    for await (const { message, files: attached } of messages()) {
      for (const { id: fileId, name: fileName, size, sha256, blobKey } of attached) {
        const entry = {
          path: paths.file(place.path, fileName),
          modifiedAt: new Date(message.creationDate),
          isCompressed: false,
          size,
          open: () => blobStore.get(blobKey),
        };
        yield* listed(files, entry, place, { fileId, fileName, messageId: message.id }, { sha256 });
      }
    }
  }

  async function* folders(inside: readonly Folder[], parent: Place): AsyncGenerator<ZipEntry> {
    for (const { id, name, descendants } of inside) {
      const place = { path: paths.folder(parent.path, name), names: [...parent.names, name] };
      yield* timeline(id, place);
      yield* folders(descendants, place);
    }
  }

  const root: Place = { path: '', names: [] };
  yield* timeline(shown.idHash, root);
  yield* folders(shown.folders, root);
  const manifest = createManifest(shown, startedAt, files);
  yield {
    path: manifestPath,
    modifiedAt: startedAt,
    isCompressed: true,
    open: async () => Readable.from([Buffer.from(JSON.stringify(manifest, undefined, 2))]),
  };
}

/** Streams a case as Documents-{account}-{case designation}.zip. */
export async function createArchive(
  deps: Deps,
  scope: CaseScope,
  caseId: string,
  language: Language,
): Promise<{ name: string; content: Readable }> {
  const shown = await getCase(deps, scope, caseId);
  const name = ['Documents', shown.accountName, shown.aktenkurzbezeichnung || shown.header]
    .map(safeName)
    .join('-');
  return {
    name: `${name}.zip`,
    content: streamZip(readEntries(deps, { shown, userId: scope.userId, language })),
  };
}
