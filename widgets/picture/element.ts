import * as Type from 'typebox';
import { Id } from '#schemas/platform/common.ts';
import { fileLimits, pictureExtensions } from '#schemas/files/limits.ts';
import { defineElement } from '#src/engine/core/element.ts';

/** A picture of a person, cropped to a small circle on the device and uploaded. */
export const picture = defineElement({
  type: 'picture',
  isPortalOnly: true,
  frame: 'group',
  config: Type.Object({}),
  value: Type.Object(
    {
      entityId: Id,
      name: Type.String({ minLength: 1, maxLength: 255 }),
      extension: Type.String({ maxLength: 20 }),
      size: Type.Integer({ minimum: 0 }),
    },
    { additionalProperties: false },
  ),
  uploads: {
    list: (value) => [value],
    getLimits: () => ({
      maxFiles: 1,
      maxSizeBytes: fileLimits.maxSizeBytes,
      extensions: pictureExtensions,
    }),
  },
  formatAnswer: ({ name }) => name,
  texts: { required: 'picture.error.required' },
  view: () => import('./PictureView.tsx'),
});
