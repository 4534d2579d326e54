import * as Type from 'typebox';
import { defineElement } from '#src/engine/core/element.ts';
import { FileAnswer, FileConfig, getFileLimits, isIncomplete } from './fileLimits.ts';

/** Files that are uploaded while the form is filled in. The answer lists them. */
export const file = defineElement({
  type: 'file',
  frame: 'group',
  config: FileConfig,
  value: Type.Array(FileAnswer),
  limits: (element) => ({ maxItems: getFileLimits(element).maxFiles }),
  uploads: { list: (files) => files, getLimits: getFileLimits },
  refineRule: (value) => (isIncomplete(value) ? 'incomplete' : undefined),
  texts: {
    required: 'file.error.required',
    maxItems: 'file.error.maxItems',
    uploading: 'file.error.uploading',
    preparing: 'file.error.preparing',
    notArrived: 'file.error.notArrived',
    waitsForNet: 'file.error.waitsForNet',
    unknownUpload: 'file.error.unknownUpload',
    otherFile: 'file.error.otherFile',
    incomplete: 'file.error.incomplete',
  },
  formatAnswer: (files) => files.map(({ name }) => name).join('\n'),
  view: () => import('./FileView.tsx'),
});
