import { useIntl } from 'react-intl';
import type { CaseSummary } from '#schemas/cases/cases.ts';

/** Returns a function that names the author of the last message of a case: `Sie` or a person. */
export function useLastAuthor(): (shown: CaseSummary) => string {
  const intl = useIntl();
  return ({ isLastMessageOwn, lastMessageBy, accountName }) =>
    isLastMessageOwn ? intl.formatMessage({ id: 'messages.you' }) : lastMessageBy || accountName;
}
