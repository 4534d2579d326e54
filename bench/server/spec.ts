import type { Size } from './world.ts';

/** What a server process of this bench is started with. */
export type Start = {
  role: 'product' | 'floor';
  dataDir: string;
  databaseUrl?: string | undefined;
  size: Size;
  /** the built web app, where a browser is to look at it */ webAppFolder?: string;
};

/** What it prints when it listens; headers of each client who is logged in. */
export type Ready = {
  address: string;
  headers: Record<string, string>[];
  accountId: string;
  apiKey: string;
};

export const calls = ['timeline', 'caseList', 'send', 'markRead'] as const;
export type CallName = (typeof calls)[number];
