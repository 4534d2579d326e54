export const folderLimits = {
  maxFolders: 1_000,
  maxFolderDepth: 100,
} as const;

export const timelineLimits = {
  previewLength: 200, // characters of the newest message in a case list
  filesInTimeline: 100, // the newest ones
} as const;

export const indexLimits = {
  pageSize: 20,
  maxTerms: 2_000, // of one index query
  indexedAtOnce: 200, // batch that indexes older messages
} as const;
