import * as Type from 'typebox';
import { Id } from '#schemas/common.ts';
import { limits, pictureExtensions } from '#schemas/limits.ts';
import { defineElement } from '#src/engine/core/element.ts';

/** A picture of a person: cut out round on the device, small, and uploaded. */
export const picture = defineElement({
  type: 'picture',
  isPortalOnly: true,
  frame: 'group',
  config: Type.Object({}, { description: 'A picture of a person, cut out round on the device.' }),
  value: Type.Object(
    {
      entityId: Id,
      name: Type.String({ minLength: 1, maxLength: 255 }),
      extension: Type.String({ maxLength: 20 }),
      size: Type.Integer({ minimum: 0 }),
    },
    { additionalProperties: false },
  ),
  uploadsIn: (value) => [value],
  uploadLimits: () => ({
    maxFiles: 1,
    maxSizeBytes: limits.file.maxSizeBytes,
    extensions: pictureExtensions,
  }),
  textOf: ({ name }) => name,
  texts: { required: 'picture.error.required' },
  view: () => import('./PictureView.tsx'),
});
