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
    /** bytes; as stored, if sent */
    size: Type.Optional(Type.Integer({ minimum: 0 })),
  },
  { additionalProperties: false },
);
export type FileAnswer = Type.Static<typeof FileAnswer>;

const needed = ['entityId', 'name', 'extension'] as const;

/** Returns true for a list with a file that lacks a field. */
export const isIncomplete = (files: unknown): boolean =>
  Array.isArray(files) &&
  files.some(
    (file: unknown) =>
      typeof file === 'object' && file !== null && needed.some((name) => !(name in file)),
  );

export const FileConfig = Type.Object({
  maxFiles: Type.Optional(Type.Integer({ minimum: 1, maximum: fileLimits.maxPerElement })),
  maxSizeMb: Type.Optional(
    Type.Number({ exclusiveMinimum: 0, maximum: fileLimits.maxSizeBytes / mebibyte }),
  ),
  photoMaxSidePx: Type.Optional(Type.Integer({ minimum: 0, maximum: 20_000 })),
  extensions: Type.Optional(
    Type.Array(StringEnum(attachmentExtensions), { minItems: 1, uniqueItems: true }),
  ),
});
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
