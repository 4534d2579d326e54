import { listStates, mailStates, markMessage, sendAgain } from '#server/mail/mailOutbox/service.ts';
import { explainRefusal, getChoice, getNumber, UsageError, type Command } from './command.ts';

const text = { type: 'string' } as const;
const defaultMails = 50;

const showState = 'npm run admin -- mails list shows its state.';

export const mailCommands: Readonly<Record<string, Command>> = {
  'mails list': {
    takes: [],
    purpose: `lists mails and SMS without their texts; --state is ${mailStates.join(', ')}`,
    options: { state: text, limit: text },
    run: async (deps, _, values) => {
      const state = getChoice(values, 'state', mailStates);
      const limit = getNumber(values, 'limit') ?? defaultMails;
      return { result: await listStates(deps, { limit, ...(state ? { state } : {}) }) };
    },
  },
  'mails resend': {
    takes: ['ID'],
    purpose: 'sends one that waits, was refused or is unclear, within 48 hours',
    run: async (deps, [id = '']) => {
      const cause = 'it is unknown, was sent, has lapsed or has lost its text';
      await explainRefusal(sendAgain(deps, id), {
        conflict: `${id} cannot be sent again: ${cause}. ${showState}`,
      });
      return { result: { id, state: 'waiting' } };
    },
  },
  'mails mark': {
    takes: ['ID'],
    purpose: 'marks one as --as sent or lapsed, and deletes its text',
    options: { as: text },
    run: async (deps, [id = ''], values) => {
      const state = getChoice(values, 'as', ['sent', 'lapsed']);
      if (!state) throw new UsageError('--as is sent or lapsed.');
      await explainRefusal(markMessage(deps, id, state), {
        conflict: `${id} cannot be marked: it is unknown, was sent or has lapsed. ${showState}`,
      });
      return { result: { id, state } };
    },
  },
};
