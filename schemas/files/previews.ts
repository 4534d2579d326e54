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
  tag: 'files',
  session: whoMayRead,
  summary:
    'A picture to look at as a JPEG, at most 2,048 pixels wide and high, upright and without ' +
    'metadata; of a PDF its first page. 404 when there is none; 503 while too many others ' +
    'are being drawn.',
  params: FileParams,
  query: Type.Object(ofTask),
  answers: 'stream',
  reply: Type.Unknown(),
  errors: ['notFound', 'unavailable', 'tooManyRequests'],
  callsPerMinute: callLimits.thumbnailsPerMinute,
});

export const startPlaying = endpoint({
  method: 'POST',
  path: '/files/play/:id',
  tag: 'files',
  session: whoMayRead,
  summary:
    'Lets this browser play an mp4 by its address for an hour, by a cookie for that address ' +
    'alone: a <video> sends no headers. 404 for what is no mp4.',
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
  tag: 'files',
  session: ['public'],
  withoutKeys: true,
  summary:
    'The bytes of a video, or a range of them, for the browser that `POST` let play it while ' +
    'its session lasts.',
  params: FileParams,
  answers: 'stream',
  reply: Type.Unknown(),
  errors: ['notFound', 'rangeNotSatisfiable', 'tooManyRequests'],
  callsPerMinute: callLimits.partsPerMinute,
});
