/** Visitors who open and submit forms of one account repeatedly in parallel. */
export const visitors = 10;

/** The server process prints this when it listens. */
export type Ready = { address: string; processGuid: string };
