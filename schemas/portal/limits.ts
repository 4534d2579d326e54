export const supportLimits = { requestsPerMinute: 5 } as const; // per IP address

/** Bulk import of the provider API. */
export const importLimits = {
  maxLines: 100_000,
  perMinute: 10,
  idleSeconds: 30, // without a complete line; below the limit of an idle connection
} as const;
