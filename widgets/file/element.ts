import * as Type from 'typebox';
import { defineElement } from '#src/engine/core/element.ts';
import { FileAnswer, FileConfig, fileLimits } from './fileLimits.ts';

/** Files uploaded while the form is filled in. The answer lists them; the bytes are already on the server. */
export const file = defineElement({
  type: 'file',
  frame: 'group',
  config: FileConfig,
  value: Type.Array(FileAnswer),
  limits: (element) => ({ maxItems: fileLimits(element).maxFiles }),
  uploadsIn: (files) => files,
  uploadLimits: fileLimits,
  texts: {
    required: 'file.error.required',
    maxItems: 'file.error.maxItems',
    uploading: 'file.error.uploading',
    preparing: 'file.error.preparing',
    notArrived: 'file.error.notArrived',
    notTaken: 'file.error.notTaken',
    unknownUpload: 'file.error.unknownUpload',
  },
  textOf: (files) => files.map(({ name }) => name).join('\n'),
  view: () => import('./FileView.tsx'),
});
