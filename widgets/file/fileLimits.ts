import * as Type from 'typebox';
import { Id, StringEnum } from '#schemas/common.ts';
import { attachmentExtensions, limits } from '#schemas/limits.ts';

const mebibyte = 1024 * 1024;

/** One uploaded file as the answer names it (product.md §3, Answer element types). */
export const FileAnswer = Type.Object(
  { entityId: Id, name: Type.String({ minLength: 1, maxLength: 255 }), extension: Type.String({ maxLength: 20 }), size: Type.Integer({ minimum: 0 }) },
  { additionalProperties: false },
);
export type FileAnswer = Type.Static<typeof FileAnswer>;

export const FileConfig = Type.Object({
  maxFiles: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.file.maxPerElement })),
  maxSizeMb: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: limits.file.maxSizeBytes / mebibyte })),
  extensions: Type.Optional(Type.Array(StringEnum(attachmentExtensions), { minItems: 1, uniqueItems: true })),
});
export type FileConfig = Type.Static<typeof FileConfig>;

/** What one file element takes; the browser says so before sending, the server holds to it. */
export function fileLimits({ maxFiles, maxSizeMb, extensions }: FileConfig) {
  return {
    maxFiles: maxFiles ?? limits.file.maxPerElement,
    maxSizeBytes: Math.round((maxSizeMb ?? limits.file.defaultElementMaxSizeMb) * mebibyte),
    extensions: extensions ?? attachmentExtensions,
  };
}
