/** Visitors who open and submit forms of one account repeatedly in parallel, for `seconds`. */
export const visitors = 10;
export const seconds = 10;

/** The server process prints this when it listens. */
export type Ready = { address: string; processGuid: string };
