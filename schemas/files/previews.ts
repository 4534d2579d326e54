import * as Type from 'typebox';
import { Id } from '#schemas/platform/common.ts';
import { endpoint } from '#schemas/platform/endpoint.ts';
import { ofTask } from './files.ts';
import { callLimits } from '#schemas/platform/limits.ts';

/** Previews of files. Separate from schemas/files/files.ts, which every form loads. */

const FileParams = Type.Object({ id: Id });
const whoMayRead = ['form', 'unregistered', 'registered'] as const;

export const getPreview = endpoint({
  method: 'GET',
  path: '/files/preview/:id',
  session: whoMayRead,
  summary:
    'Returns a preview as a JPEG of at most 2,048 pixels, upright and without metadata; of a PDF ' +
    'its first page. 404 without one, 503 while too many are being drawn.',
  params: FileParams,
  query: Type.Object(ofTask),
  answers: 'jpeg',
  reply: Type.Unknown(),
  errors: ['notFound', 'unavailable', 'tooManyRequests'],
  callsPerMinute: callLimits.thumbnailsPerMinute,
});

export const startPlaying = endpoint({
  method: 'POST',
  path: '/files/play/:id',
  session: whoMayRead,
  summary:
    'Sets a cookie that lets this browser play one mp4 by its address for an hour, because a ' +
    '<video> sends no headers. 404 for other files.',
  params: FileParams,
  query: Type.Object(ofTask),
  reply: Type.Object({
    /** Same-origin address for <video src>. */
    url: Type.String(),
  }),
  errors: ['notFound'],
});

export const playFile = endpoint({
  method: 'GET',
  path: '/files/play/:id',
  session: ['public'],
  withoutWebKeys: true,
  summary:
    'Returns a video, or a range of it, to the browser with the cookie of `POST`, while its ' +
    'session lasts.',
  params: FileParams,
  answers: 'mp4',
  reply: Type.Unknown(),
  errors: ['notFound', 'rangeNotSatisfiable', 'tooManyRequests'],
  callsPerMinute: callLimits.partsPerMinute,
});
