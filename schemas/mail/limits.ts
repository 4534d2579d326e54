export const webhookLimits = {
  maxPerAccount: 20,
  maxOverlapHours: 720, // 30 days
} as const;
