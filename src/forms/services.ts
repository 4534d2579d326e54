import { createElement, lazy } from 'react';
import type { StoredFile } from '#schemas/files/files.ts';
import { isNetworkError, toUserMessage } from '#src/api/client/errors.ts';
import { expertsApi } from '#src/api/forms/experts.ts';
import {
  cancelUpload,
  fetchThumbnail,
  sendUpload,
  deleteUploadedFile,
} from '#src/api/files/files.ts';
import { insurancesApi } from '#src/api/forms/insurances.ts';
import { isAbort } from '#src/api/client/sendWithRetries.ts';
import { tilesApi } from '#src/api/forms/tiles.ts';
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
import type { AppDispatch } from '#src/api/client/dispatch.ts';
import { fileViewer, sentFileViewer } from '#widgets/file/service.ts';
import { loadTileSet } from '#widgets/geolocation/service.ts';
import { findExperts } from '#widgets/gutachterchoice/service.ts';
import { listInsurances } from '#widgets/rechtsschutzformular/service.ts';

/** A chunk of its own, loaded with the first opened file. */
const QueuedGallery = lazy(async () => ({
  default: (await import('#src/gallery/QueuedGallery.tsx')).QueuedGallery,
}));

const SentGallery = lazy(async () => ({
  default: (await import('#src/gallery/SentGallery.tsx')).SentGallery,
}));

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

const uploadsFor = (format: FormatError, workflowKey: string | undefined): Uploads => ({
  async uploadFile(file, { elementId, ...options }): Promise<StoredFile> {
    try {
      return await sendUpload({ file, fields: { ElementId: elementId }, workflowKey, ...options });
    } catch (error) {
      if (isAbort(error)) throw error;
      throw new UploadRefused(toUserMessage(error, format), retryAfter(error));
    }
  },
  removeUpload: (id) => deleteUploadedFile(id, workflowKey),
  cancelUpload,
  loadThumbnail: (id) => fetchThumbnail(id, workflowKey),
});

type ServiceOptions = {
  accountId?: string;
  /** of a task, which the client's session may answer */
  workflowKey?: string;
  unfinished?: UnfinishedUploads;
  /** True for a form of one page, which the gallery may send. */
  isSentFromGallery?: boolean;
};

/**
 * Creates the services of forms, backed by our server. The portal's own forms have no account and
 * no experts.
 */
export function createServices(
  dispatch: AppDispatch,
  format: FormatError,
  { accountId, workflowKey, unfinished, isSentFromGallery = false }: ServiceOptions = {},
): Provided[] {
  return [
    provide(uploads, uploadsFor(format, workflowKey)),
    provide(fileViewer, ({ onSend, ...props }) =>
      createElement(QueuedGallery, { ...props, ...(isSentFromGallery ? { onSend } : {}) }),
    ),
    ...(unfinished ? [provide(unfinishedUploads, unfinished)] : []),
    provide(findExperts, async (postalCode) =>
      accountId === undefined
        ? []
        : dispatch(
            expertsApi.endpoints.listParticipants.initiate(
              { params: { acc: accountId, postalCode } },
              { subscribe: false },
            ),
          ).unwrap(),
    ),
    provide(listInsurances, () =>
      dispatch(
        insurancesApi.endpoints.listInsurances.initiate(undefined, { subscribe: false }),
      ).unwrap(),
    ),
    provide(
      loadTileSet,
      async () =>
        (
          await dispatch(
            tilesApi.endpoints.getTileSet.initiate(undefined, { subscribe: false }),
          ).unwrap()
        ).tileSet,
    ),
  ];
}

/** Creates the services to read the answers of a task. */
export const createAnswerServices = (workflowKey: string): Services =>
  toServices([
    provide(sentFileViewer, (props) => createElement(SentGallery, { ...props, workflowKey })),
  ]);
