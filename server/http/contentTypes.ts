import type { ContentKind } from '#schemas/platform/endpoint.ts';

/** Media type of each kind of body. */
export const contentTypes: Readonly<Record<ContentKind, string>> = {
  json: 'application/json',
  canonicalJson: 'application/json',
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ndjson: 'application/x-ndjson',
  multipart: 'multipart/form-data',
  file: 'application/octet-stream',
  pdf: 'application/pdf',
  zip: 'application/zip',
  jpeg: 'image/jpeg',
  png: 'image/png',
  svg: 'image/svg+xml',
  picture: 'image/*',
  mp4: 'video/mp4',
  eventStream: 'text/event-stream',
  lines: 'application/x-ndjson',
  part: 'application/offset+octet-stream',
  headers: '',
};
