import * as Type from 'typebox';
import { Id, StringEnum } from '#schemas/platform/common.ts';
import { attachmentExtensions, fileLimits } from '#schemas/files/limits.ts';

const mebibyte = 1024 * 1024;

/** An uploaded file in an answer. */
export const FileAnswer = Type.Object(
  {
    entityId: Id,
    name: Type.String({ minLength: 1, maxLength: 255 }),
    extension: Type.String({ maxLength: 20 }),
    size: Type.Integer({ minimum: 0 }),
  },
  { additionalProperties: false },
);
export type FileAnswer = Type.Static<typeof FileAnswer>;

export const FileConfig = Type.Object(
  {
    maxFiles: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: fileLimits.maxPerElement,
        description: 'How many files at most.',
      }),
    ),
    maxSizeMb: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: fileLimits.maxSizeBytes / mebibyte,
        description: 'Megabytes one file may have; 100 unless given.',
      }),
    ),
    photoMaxSidePx: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 20_000,
        description:
          'Longest side of a photo in pixels; a larger one is scaled down on the device. 0 ' +
          'sends photos as they are.',
      }),
    ),
    extensions: Type.Optional(
      Type.Array(StringEnum(attachmentExtensions), {
        minItems: 1,
        uniqueItems: true,
        description: 'Which kinds of file are taken; all that the product knows unless given.',
      }),
    ),
  },
  { description: 'Files, uploaded while the form is filled in. The answer lists them.' },
);
export type FileConfig = Type.Static<typeof FileConfig>;

/** Returns the limits of one file element, for the browser's check and the server's. */
export function getFileLimits({ maxFiles, maxSizeMb, extensions }: FileConfig) {
  return {
    maxFiles: maxFiles ?? fileLimits.maxPerElement,
    maxSizeBytes:
      maxSizeMb === undefined ? fileLimits.maxSizeBytes : Math.round(maxSizeMb * mebibyte),
    extensions: extensions ?? attachmentExtensions,
  };
}
