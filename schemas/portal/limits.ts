export const supportLimits = { requestsPerMinute: 5 } as const; // per IP address
