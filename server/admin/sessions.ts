import { endSessionsMatching, type WhoseSessions } from '#server/access/sessions/service.ts';
import type { Deps } from '#server/deps.ts';
import { getFirmId, getText, UsageError, type Command, type Values } from './command.ts';

const text = { type: 'string' } as const;

async function readWhose(deps: Deps, values: Values): Promise<WhoseSessions> {
  const [username, firm] = [getText(values, 'user'), getText(values, 'firm')];
  if ([username, firm, values['all']].filter(Boolean).length !== 1)
    throw new UsageError('One of --user, --firm and --all is needed.');
  if (username !== undefined) return { username };
  if (firm !== undefined) return { accountId: await getFirmId(deps, firm) };
  return { everyone: true };
}

export const sessionCommands: Readonly<Record<string, Command>> = {
  'sessions end': {
    takes: [],
    purpose: 'ends the sessions of --user NAME, of the users of --firm FIRM, or --all',
    options: { user: text, firm: text, all: { type: 'boolean' } },
    run: async (deps, _, values) => ({
      result: { ended: await endSessionsMatching(deps, await readWhose(deps, values)) },
    }),
  },
};
