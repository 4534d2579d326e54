/** Address of the server, sent when it listens. */
export type Ready = { address: string; apiKey: string; formId: string };

/** Use of the server since the measurement began: its memory at the highest, and processor time. */
export type Used = { grownBytes: number; processorMs: number };
