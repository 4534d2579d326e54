import { createElement } from 'react';
import type { StoredFile } from '#schemas/files/files.ts';
import { listParticipants, type Participant } from '#schemas/forms/experts.ts';
import { listInsurances as listInsurancesCall } from '#schemas/forms/insurances.ts';
import { getTileSet } from '#schemas/forms/tiles.ts';
import { hourMs } from '#schemas/platform/time.ts';
import { fetchReply } from '#src/api/client/call.ts';
import { isNetworkError, toUserMessage } from '#src/api/client/errors.ts';
import {
  cancelUpload,
  fetchThumbnail,
  sendUpload,
  deleteUploadedFile,
} from '#src/api/files/files.ts';
import { isAbort } from '#src/api/client/sendWithRetries.ts';
import {
  provide,
  toServices,
  type Provided,
  type Services,
} from '#src/engine/react/services/services.ts';
import {
  unfinishedUploads,
  UploadRefused,
  uploads,
  type UnfinishedUploads,
  type Uploads,
} from '#src/engine/react/services/uploads.ts';
import { lazyPart } from '#src/loading/lazyPart.ts';
import { fileViewer, sentFileViewer } from '#widgets/file/service.ts';
import { loadTileSet } from '#widgets/geolocation/service.ts';
import { findExperts } from '#widgets/gutachterchoice/service.ts';
import { listInsurances } from '#widgets/rechtsschutzformular/service.ts';

/** A chunk of its own, loaded with the first opened file. */
const QueuedGallery = lazyPart(
  async () => (await import('#src/gallery/QueuedGallery.tsx')).QueuedGallery,
);

const SentGallery = lazyPart(
  async () => (await import('#src/gallery/SentGallery.tsx')).SentGallery,
);

type FormatError = (id: 'error.offline' | 'error.unexpected') => string;

function retryAfter(error: unknown): UploadRefused['retry'] {
  if (isNetworkError(error)) return 'whenOnline';
  return typeof error === 'object' &&
    error !== null &&
    'status' in error &&
    Number(error.status) >= 500
    ? 'onRequest'
    : 'never';
}

/** Loads a list once an hour for all elements that show it; again after a failure. */
function loadOnce<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let loading: Promise<Value> | undefined;
  let loadedAt = 0;
  return () => {
    if (performance.now() - loadedAt > hourMs) loading = undefined;
    if (loading) return loading;
    loadedAt = performance.now();
    loading = load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}

// Created once, because a view loads again when it gets another function, and services are created
// again once a draft has its key.
const loadInsurances = loadOnce(() => fetchReply(listInsurancesCall, {}));
const loadTiles = loadOnce(async () => (await fetchReply(getTileSet, {})).tileSet);

type FindExperts = (postalCode: string) => Promise<readonly Participant[]>;
const findNoExperts: FindExperts = () => Promise.resolve([]);
/** Searches by account, each created once for the same reason. */
const expertSearches = new Map<string, FindExperts>();

function getExpertSearch(acc: string): FindExperts {
  const search: FindExperts =
    expertSearches.get(acc) ??
    ((postalCode) => fetchReply(listParticipants, { params: { acc, postalCode } }));
  expertSearches.set(acc, search);
  return search;
}

/** Uploads of this visit that the server could not draw; a request would be 404. */
const undrawable = new Set<string>();

const createUploads = (
  format: FormatError,
  workflowKey: string | undefined,
  staffAccountId: string | undefined,
): Uploads => ({
  async uploadFile(file, { elementId, ...options }): Promise<StoredFile> {
    try {
      const place =
        staffAccountId === undefined
          ? { fields: { ElementId: elementId }, workflowKey }
          : { fields: {}, account: staffAccountId };
      const stored = await sendUpload({ file, ...place, ...options });
      if (!stored.hasThumbnail) undrawable.add(stored.fileuploadId);
      return stored;
    } catch (error) {
      if (isAbort(error)) throw error;
      throw new UploadRefused(toUserMessage(error, format), retryAfter(error));
    }
  },
  // The provider API has no call that deletes an upload.
  removeUpload: async (id) => {
    if (staffAccountId === undefined) await deleteUploadedFile(id, workflowKey);
  },
  cancelUpload,
  loadThumbnail: async (id) =>
    undrawable.has(id) || staffAccountId !== undefined
      ? undefined
      : fetchThumbnail(id, workflowKey),
});

type ServiceOptions = {
  accountId?: string;
  /** of a task, which the client's session may answer */
  workflowKey?: string;
  /** of the firm for which a member of its staff writes */
  staffAccountId?: string;
  unfinished?: UnfinishedUploads;
  /** True for a form of one page, which the gallery may send. */
  isSentFromGallery?: boolean;
};

/**
 * Creates the services of forms, backed by our server. The portal's own forms have no account and
 * no experts.
 */
export function createServices(
  format: FormatError,
  {
    accountId,
    workflowKey,
    staffAccountId,
    unfinished,
    isSentFromGallery = false,
  }: ServiceOptions = {},
): Provided[] {
  return [
    provide(uploads, createUploads(format, workflowKey, staffAccountId)),
    provide(fileViewer, ({ onSend, ...props }) =>
      createElement(QueuedGallery, { ...props, ...(isSentFromGallery ? { onSend } : {}) }),
    ),
    ...(unfinished ? [provide(unfinishedUploads, unfinished)] : []),
    provide(findExperts, accountId === undefined ? findNoExperts : getExpertSearch(accountId)),
    provide(listInsurances, loadInsurances),
    provide(loadTileSet, loadTiles),
  ];
}

/** Creates the services to read the answers of a task. */
export const createAnswerServices = (workflowKey: string): Services =>
  toServices([
    provide(sentFileViewer, (props) => createElement(SentGallery, { ...props, workflowKey })),
  ]);
