import type { UnfinishedUploads } from '#src/engine/react/uploads.ts';
import {
  dropUpload,
  holdUpload,
  keepUpload,
  keptUploads,
  type Draft,
  type Round,
} from '#src/lib/drafts.ts';

/** Keeps files on their way beside the draft of a form; on a device that others use too, none. */
export const unfinishedUploads = (
  tab: Round,
  workflow: Pick<Draft, 'workflowKey' | 'revision'>,
  isShared: boolean,
): UnfinishedUploads => ({
  keep: async (upload) => (isShared ? undefined : keepUpload(tab, workflow, upload)),
  drop: (key) => dropUpload(tab.form, key),
  list: () => keptUploads(tab.form),
  hold: holdUpload,
});
