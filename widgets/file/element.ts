import * as Type from 'typebox';
import { defineElement } from '#src/engine/core/element.ts';
import { FileAnswer, FileConfig, getFileLimits } from './fileLimits.ts';

/** Files that are uploaded while the form is filled in. The answer lists them. */
export const file = defineElement({
  type: 'file',
  frame: 'group',
  config: FileConfig,
  value: Type.Array(FileAnswer),
  limits: (element) => ({ maxItems: getFileLimits(element).maxFiles }),
  uploads: { list: (files) => files, getLimits: getFileLimits },
  texts: {
    required: 'file.error.required',
    maxItems: 'file.error.maxItems',
    uploading: 'file.error.uploading',
    preparing: 'file.error.preparing',
    notArrived: 'file.error.notArrived',
    notTaken: 'file.error.notTaken',
    unknownUpload: 'file.error.unknownUpload',
  },
  formatAnswer: (files) => files.map(({ name }) => name).join('\n'),
  view: () => import('./FileView.tsx'),
});
