import type { UnfinishedUploads } from '#src/engine/react/services/uploads.ts';
import {
  deleteSavedUpload,
  holdUpload,
  saveUpload,
  loadSavedUploads,
  type Draft,
  type Round,
} from '#src/device/indexedDb/draftStorage.ts';

/** Stores pending uploads beside the draft of a form; none on a shared device. */
export const unfinishedUploads = (
  tab: Round,
  workflow: Pick<Draft, 'workflowKey' | 'revision'>,
  isShared: boolean,
): UnfinishedUploads => ({
  keep: async (upload) => (isShared ? undefined : saveUpload(tab, workflow, upload)),
  drop: (key) => deleteSavedUpload(tab.form, key),
  list: () => loadSavedUploads(tab.form),
  hold: holdUpload,
});
