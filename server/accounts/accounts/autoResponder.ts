import type { Account } from '#schemas/accounts/accounts.ts';
import type { Language } from '#schemas/platform/common.ts';
import { isBlankText } from '#schemas/platform/plainText.ts';
import type { Deps } from '#server/deps.ts';
import { createProblem } from '#server/problem.ts';
import { getTexts } from '#server/texts.ts';
import { setAutoReply, type StoredAccount } from './repository.ts';

type AutoResponder = Account['autoResponderSetting'];

export const readAutoResponder = ({ isAutoReplyOn, autoReply }: StoredAccount): AutoResponder => ({
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
  if (isActivated && isBlankText(message))
    throw createProblem('invalidInput', {
      '/message': getTexts(language)('input.error.required', {}),
    });
  await setAutoReply(db, accountId, { autoReply: message, isAutoReplyOn: isActivated ? 1 : 0 });
}
