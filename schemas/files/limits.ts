import { mebibyte } from '#schemas/platform/sizes.ts';

export const fileLimits = {
  maxSizeBytes: 100 * mebibyte,
  resumableFromBytes: 10 * mebibyte, // larger files are uploaded in parts and can resume
  maxNameBytes: 255, // as file systems allow
  partBytes: 8 * mebibyte, // the most that is sent again; also the most that a proxy buffers
  maxPerElement: 20,
  maxPerMessage: 20,
  // larger photos are scaled down before upload, unless the author says otherwise
  photoMaxSidePx: 2_560,
  photoQuality: 0.88,
} as const;

/** A picture of a person: cropped in the browser, rotated by whole degrees. */
export const pictureLimits = {
  sidePx: 512,
  quality: 0.9,
  maxSourceSidePx: 2_048,
  maxZoom: 3,
  zoomStep: 0.1,
  keyStepPx: 8,
  buttonStepPx: 24,
} as const;

/** Files of messages and of file elements. */
export const attachmentExtensions = [
  'pdf',
  'jpg',
  'jpeg',
  'exc',
  'doc',
  'docx',
  'msg',
  'png',
  'tif',
  'rtf',
  'xlsx',
  'zip',
  'tuff',
  'eso',
  'xls',
  'csv',
  'sbf',
  'txt',
  'odt',
  'bmp',
  'xv3',
  'rar',
  'tiff',
  'emessage',
  'dvsdrw',
  'mp4',
  'pptx',
  'xslm',
  'vob',
  'gif',
  'heic',
  'heif',
  'jfif',
  'webp',
  'avif',
  'mov',
  'eml',
  'jpe',
  'ppt',
  'xlsm',
  'ods',
  'm4a',
  'mp3',
  'wav',
  'ogg',
  'opus',
  '3gp',
] as const;

/** Sources of a profile picture. */
export const pictureExtensions = [
  'jpg',
  'jpeg',
  'jpe',
  'jfif',
  'png',
  'gif',
  'webp',
  'avif',
] as const;

/** Files with a thumbnail; a PDF shows its first page. */
export const thumbnailExtensions = [
  'jpg',
  'jpeg',
  'jpe',
  'jfif',
  'gif',
  'png',
  'webp',
  'avif',
  'pdf',
] as const;

/** Files that the sidebar lists as photos; all others are documents. */
export const photoExtensions = [
  'gif',
  'jpg',
  'png',
  'jpeg',
  'jpe',
  'jfif',
  'webp',
  'avif',
  'heic',
  'heif',
] as const;

/** Photos of an iPhone, converted to JPEG on a device that can read them. */
export const heicExtensions = ['heic', 'heif'] as const;
