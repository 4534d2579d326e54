export const workflowLimits = {
  repeatWithinMinutes: 10, // a retried start gets the same workflow
  forgetAfterDays: 30, // unused and never sent; the browser's draft continues in a new workflow
} as const;
