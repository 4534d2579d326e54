import type { Size } from './world.ts';

/** Arguments of a server process of this bench. */
export type Start = {
  role: 'product' | 'floor';
  dataDir: string;
  databaseUrl?: string | undefined;
  size: Size;
  /** the built web app, if a browser visits the server */ webAppFolder?: string;
};

/** Message that a server process sends when it listens. `headers` are those of each client's session. */
export type Ready = {
  address: string;
  headers: Record<string, string>[];
  accountId: string;
  apiKey: string;
};

export const calls = ['timeline', 'caseList', 'send', 'markRead'] as const;
export type CallName = (typeof calls)[number];
