import { randomBytes } from 'node:crypto';
import type { Deps } from '#server/deps.ts';
import type { Command, Outcome } from './command.ts';

const restart =
  'Then restart the server. docs/operations.md says when AUTH_SECRET_PREVIOUS can be removed.';

/** The secret of the environment is changed by the operator: the server never writes it. */
async function createSecret({ config }: Deps): Promise<Outcome> {
  const instructions = config.previousSecret
    ? 'AUTH_SECRET_PREVIOUS is still set. Remove it when it can be removed, then come back.'
    : `Set AUTH_SECRET_PREVIOUS to the present AUTH_SECRET, and AUTH_SECRET to this one. ${restart}`;
  return { result: { secret: randomBytes(32).toString('base64url'), instructions } };
}

export const secretCommands: Readonly<Record<string, Command>> = {
  'secret new': {
    takes: [],
    purpose: 'prints a new AUTH_SECRET and what to set; changes nothing',
    run: createSecret,
  },
};
