export const pageLimits = {
  maxDescriptionLength: 160, // the length that search engines show
} as const;
