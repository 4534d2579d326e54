export const accountLimits = {
  maxCategories: 50,
  maxCategoryLength: 100,
  maxAutoReplyLength: 2_000,
  maxLegalTextLength: 100_000,
  maxHeadlineLength: 200,
  maxWelcomeLength: 5_000,
  maxFooterLinks: 8,
  welcomeCut: 519, // characters of the welcome text on a phone
} as const;
