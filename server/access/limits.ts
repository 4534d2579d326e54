export const loginLimits = {
  wrongTries: 5, // per name, or per known device, until the next lock
  lockMinutes: [1, 5, 15, 60], // the last one repeats
  wrongTriesOfAddress: 50,
  wrongTriesOfDemoAddress: 1_000,
  forgetAfterHours: 24, // without a try
} as const;
