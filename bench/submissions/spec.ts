/** Visitors who open and submit forms of one account repeatedly in parallel. */
export const visitors = 10;

/** Message that the server process sends when it listens. */
export type Ready = { address: string; processGuid: string };
