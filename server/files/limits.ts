import { mebibyte } from '#schemas/platform/sizes.ts';

export const storageLimits = {
  quotaBytes: 500 * mebibyte, // of one client, or of one visit to a form, in 24 hours
  unfinishedHours: 24, // since the last byte of a resumable upload
  thumbnailWaitMs: 5_000, // an upload's response waits for its thumbnail; a slow one is drawn later
  thumbnailWidthPx: 320,
  thumbnailMaxHeightPx: 640,
  previewMaxSidePx: 2_048,
  previewLongRatio: 2.5, // of the sides of a long picture, as when a device scales one down
  playMinutes: 60, // lifetime of a link to a video
  orphanAfterHours: 24, // since the workflow was last used
  strayAfterHours: 24, // bytes without a row; longer than any upload takes
} as const;
