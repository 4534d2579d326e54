import { PassThrough, Readable } from 'node:stream';
import type { IncomingMessage } from 'node:http';
import { DataStore, MemoryLocker, Server, Upload } from '@tus/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorReason } from '#schemas/platform/errors.ts';
import type { Deps } from '#server/deps.ts';
import { createProblem, ProblemError } from '#server/problem.ts';
import { addBytes, cancelUpload, getExpiry, findUpload } from './resumable.ts';

/** Response headers of the library that are sent to the caller. */
const passedOn = ['tus-resumable', 'upload-offset', 'upload-length', 'location', 'connection'];
const read = [
  'tus-resumable',
  'upload-offset',
  'upload-length',
  'upload-metadata',
  'content-type',
  'content-length',
];

const reasonsOfStatus: Readonly<Record<number, ErrorReason>> = {
  404: 'notFound',
  409: 'conflict',
  410: 'uploadExpired',
  413: 'requestTooLarge',
  500: 'unexpected',
};

/**
 * One per process: a request of an upload aborts the previous one, so that a dead connection does
 * not block it.
 */
const locker = new MemoryLocker();
const releaseMs = 100;

/** Adapts one caller's uploads to the library's data store. */
class OwnUploads extends DataStore {
  constructor(
    private readonly deps: Deps,
    private readonly owner: string,
  ) {
    super();
    this.extensions = ['creation', 'termination'];
  }

  override async getUpload(id: string): Promise<Upload> {
    const { size, received } = await findUpload(this.deps, this.owner, id);
    return new Upload({ id, size, offset: received });
  }

  override async write(content: Readable, id: string): Promise<number> {
    return addBytes(this.deps, await findUpload(this.deps, this.owner, id), content);
  }

  override remove(id: string): Promise<void> {
    return cancelUpload(this.deps, this.owner, id);
  }
}

/** Ends the body at a broken connection, because the received bytes are stored. */
function arriving(raw: IncomingMessage): PassThrough {
  const body = new PassThrough();
  raw.once('error', () => body.end()).once('close', () => body.end());
  return raw.pipe(body);
}

/** Adapts the request for the library: method, protocol headers and body. */
function readProtocolPart({ raw, headers, method, originalUrl }: FastifyRequest): Request {
  const forwarded = read.flatMap((name) =>
    typeof headers[name] === 'string' ? [[name, headers[name]] as [string, string]] : [],
  );
  const body =
    method === 'PATCH'
      ? { body: Readable.toWeb(arriving(raw)) as ReadableStream, duplex: 'half' }
      : {};
  return new Request(`http://localhost${originalUrl}`, { method, headers: forwarded, ...body });
}

type TusCall = {
  owner: string;
  /** The current upload; a POST creates it and sets its id. */
  id?: string;
  begin?: (fields: ReadonlyMap<string, string>, size: number) => Promise<string>;
};

/** Handles a request of the tus protocol; throws problems like any other call. */
export async function answerTus(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  { owner, id, begin }: TusCall,
): Promise<FastifyReply> {
  const server = new Server({
    path: request.originalUrl.split('?')[0] ?? '', // the prefix of the upload's own address
    relativeLocation: true,
    datastore: new OwnUploads(deps, owner),
    locker,
    lockDrainTimeout: releaseMs,
    getFileIdFromRequest: () => id,
    onIncomingRequest: async () => {
      if (id !== undefined) await findUpload(deps, owner, id);
    }, // only the owner can abort a request
    namingFunction: async ({ headers }, metadata = {}) => {
      const fields = Object.entries(metadata).flatMap(([name, value]) =>
        value === null ? [] : [[name, value] as const],
      );
      return (await begin?.(new Map(fields), Number(headers.get('upload-length')))) ?? '';
    },
    onResponseError: (_request, error) => {
      if (error instanceof ProblemError || !('status_code' in error)) throw error;
      throw createProblem(reasonsOfStatus[error.status_code] ?? 'invalidInput');
    },
  });
  const { status, headers } = await server.handleWeb(readProtocolPart(request));
  if (status >= 400) throw createProblem('invalidInput'); // a header that violates the protocol
  for (const name of passedOn) if (headers.has(name)) reply.header(name, headers.get(name));
  const upload =
    id === undefined || request.method === 'DELETE' ? undefined : await findUpload(deps, owner, id);
  if (upload) reply.header('upload-expires', getExpiry(upload).toUTCString());
  return reply.code(status).send();
}
