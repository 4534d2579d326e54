import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { FileRow } from '#server/db/schema.ts';
import { getFileExtension } from '#schemas/files/files.rules.ts';
import { mayBeStoredAs } from '#schemas/files/contentRules.ts';
import { createProblem } from '#server/problem.ts';
import { chooseName, productRules, setExtension } from './intake.ts';

/** Retries of uploads in one call. */

type Comparable = Pick<FileRow, 'name' | 'elementId' | 'size' | 'sha256'>;

/** Returns true if the file may have been sent with this name: its content decides its extension. */
const isNameOf = ({ name, extension }: FileRow, sent: string): boolean =>
  mayBeStoredAs(getFileExtension(sent), extension) && setExtension(sent, extension) === name;

/** Returns the stored file; throws `conflict` if the request has another one. */
export function assertSameFile(first: FileRow, again: Comparable): FileRow {
  const isSame =
    first.size === again.size &&
    first.sha256 === again.sha256 &&
    isNameOf(first, again.name) &&
    first.elementId === again.elementId;
  if (!isSame) throw createProblem('conflict');
  return first;
}

/** Throws `conflict` after more bytes than the first file has. */
async function hashContent(content: Readable, { size }: FileRow) {
  const hash = createHash('sha256');
  let received = 0;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    received += chunk.length;
    if (received > size) throw createProblem('conflict');
    hash.update(chunk);
  }
  return { size: received, sha256: hash.digest('hex') };
}

/** A name that no upload may have is another name. */
function chooseNameAgain(given: string | undefined, fileName: string): string {
  try {
    return chooseName(given, fileName, productRules);
  } catch {
    throw createProblem('conflict');
  }
}

/**
 * Reads a retry to its end and returns the stored file. Nothing is scanned or stored again. Only a
 * form's file has an element.
 */
export async function receiveAgain(request: FastifyRequest, first: FileRow): Promise<FileRow> {
  const fields = new Map<string, string>();
  let content: Pick<FileRow, 'size' | 'sha256'> | undefined;
  let name = '';
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      const value = String(part.value);
      fields.set(part.fieldname, value);
      if (content && part.fieldname === 'Name') name = chooseNameAgain(value, name);
      continue;
    }
    name = chooseNameAgain(fields.get('Name'), part.filename ?? '');
    content = await hashContent(part.file, first);
  }
  if (!content) throw createProblem('conflict');
  const elementId = first.elementId === null ? null : (fields.get('ElementId') ?? null);
  return assertSameFile(first, { ...content, name, elementId });
}
