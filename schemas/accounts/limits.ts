export const accountLimits = {
  maxCategories: 50,
  maxDetailLength: 200,
  maxOpeningHoursLength: 500,
  maxCategoryLength: 100,
  maxAutoReplyLength: 2_000,
  maxLegalTextLength: 100_000,
  maxHeadlineLength: 200,
  maxWelcomeLength: 5_000,
  maxFooterLinks: 8,
  maxKeyNameLength: 100,
  maxKeyOverlapHours: 720, // 30 days
  welcomeCut: 519, // characters of the welcome text on a phone
} as const;
