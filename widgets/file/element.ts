import * as Type from 'typebox';
import { Id, StringEnum } from '#schemas/common.ts';
import { attachmentExtensions, limits } from '#schemas/limits.ts';
import { defineElement } from '#src/engine/core/element.ts';

const mebibyte = 1024 * 1024;

/** One uploaded file as the answer names it (product.md §3, Answer element types). */
const FileAnswer = Type.Object(
  { entityId: Id, name: Type.String({ minLength: 1, maxLength: 255 }), extension: Type.String({ maxLength: 20 }), size: Type.Integer({ minimum: 0 }) },
  { additionalProperties: false },
);
export type FileAnswer = Type.Static<typeof FileAnswer>;

const config = Type.Object({
  maxFiles: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.file.maxPerElement })),
  maxSizeMb: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: limits.file.maxSizeBytes / mebibyte })),
  extensions: Type.Optional(Type.Array(StringEnum(attachmentExtensions), { minItems: 1, uniqueItems: true })),
});
export type FileConfig = Type.Static<typeof config>;

/** What one file element takes; the browser says so before sending, the server holds to it. */
export function fileLimits({ maxFiles, maxSizeMb, extensions }: FileConfig) {
  return {
    maxFiles: maxFiles ?? limits.file.maxPerElement,
    maxSizeBytes: Math.round((maxSizeMb ?? limits.file.defaultElementMaxSizeMb) * mebibyte),
    extensions: extensions ?? attachmentExtensions,
  };
}

/** Files uploaded while the form is filled in. The answer lists them; the bytes are already on the server. */
export const file = defineElement({
  type: 'file',
  frame: 'group',
  config,
  value: Type.Array(FileAnswer),
  limits: (element) => ({ maxItems: fileLimits(element).maxFiles }),
  texts: { required: 'file.error.required', maxItems: 'file.error.maxItems' },
  view: () => import('./FileView.tsx'),
});
