import type { Account } from '#schemas/accounts.ts';
import type { Language } from '#schemas/common.ts';
import type { AccountRow } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { problem } from '#server/http/errors.ts';
import { textsIn } from '#server/http/texts.ts';
import { setAutoReply } from './repository.ts';

type AutoResponder = Account['autoResponderSetting'];

export const autoResponderOf = ({ isAutoReplyOn, autoReply }: AccountRow): AutoResponder => ({
  isActivated: isAutoReplyOn === 1,
  message: autoReply,
});

/** Throws `invalidInput` for one that is to answer and has nothing to say. */
export async function changeAutoResponder(
  { db }: Deps,
  accountId: string,
  { isActivated, message }: AutoResponder,
  language: Language,
): Promise<void> {
  if (isActivated && message.trim() === '')
    throw problem('invalidInput', { '/message': textsIn(language)('RequiredFieldValidation', {}) });
  await setAutoReply(db, accountId, { autoReply: message, isAutoReplyOn: isActivated ? 1 : 0 });
}
