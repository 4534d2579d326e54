import type { Account } from '#schemas/accounts/accounts.ts';
import type { Language } from '#schemas/platform/common.ts';
import type { AccountRow } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { problem } from '#server/problem.ts';
import { getTexts } from '#server/texts.ts';
import { setAutoReply } from './repository.ts';

type AutoResponder = Account['autoResponderSetting'];

export const readAutoResponder = ({ isAutoReplyOn, autoReply }: AccountRow): AutoResponder => ({
  isActivated: isAutoReplyOn === 1,
  message: autoReply,
});

/** Throws `invalidInput` for an enabled auto-responder without a text. */
export async function changeAutoResponder(
  { db }: Deps,
  accountId: string,
  { isActivated, message }: AutoResponder,
  language: Language,
): Promise<void> {
  if (isActivated && message.trim() === '')
    throw problem('invalidInput', {
      '/message': getTexts(language)('RequiredFieldValidation', {}),
    });
  await setAutoReply(db, accountId, { autoReply: message, isAutoReplyOn: isActivated ? 1 : 0 });
}
