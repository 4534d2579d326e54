import { createElement, lazy } from 'react';
import type { StoredFile } from '#schemas/files.ts';
import { isNetworkError, toUserMessage } from '#src/api/errors.ts';
import { expertsApi } from '#src/api/experts.ts';
import { cancelUpload, fetchThumbnail, sendUpload, takeBackUpload } from '#src/api/files.ts';
import { insurancesApi } from '#src/api/insurances.ts';
import { isAbort } from '#src/api/send.ts';
import { tilesApi } from '#src/api/tiles.ts';
import { provide, servicesOf, type Provided, type Services } from '#src/engine/react/services.ts';
import {
  unfinishedUploads,
  UploadRefused,
  uploads,
  type UnfinishedUploads,
  type Uploads,
} from '#src/engine/react/uploads.ts';
import type { AppDispatch } from '#src/api/dispatch.ts';
import { fileViewer, sentFileViewer } from '#widgets/file/service.ts';
import { loadTileSet } from '#widgets/geolocation/service.ts';
import { findExperts } from '#widgets/gutachterchoice/service.ts';
import { listInsurances } from '#widgets/rechtsschutzformular/service.ts';

/** By code that is loaded with the first file that somebody looks at. */
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
  removeUpload: (id) => takeBackUpload(id, workflowKey),
  cancelUpload,
  loadThumbnail: (id) => fetchThumbnail(id, workflowKey),
});

type ServiceOptions = {
  accountId?: string;
  /** of a task, which is answered by its client's own login */
  workflowKey?: string;
  unfinished?: UnfinishedUploads;
  /** Whether all there is to say stands on one page, and so can be sent from the gallery of its files. */
  isSentFromGallery?: boolean;
};

/** What forms need of the world, by way of our own server. The portal's own forms belong to no account and ask for no expert. */
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

/** What reading the answers of a task needs of the world. */
export const createAnswerServices = (workflowKey: string): Services =>
  servicesOf([
    provide(sentFileViewer, (props) => createElement(SentGallery, { ...props, workflowKey })),
  ]);
