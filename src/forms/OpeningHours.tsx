import { styled } from '@linaria/react';
import { FormattedMessage } from 'react-intl';
import type { AccountContact } from '#schemas/accounts/accounts.ts';
import { hasWords, localize } from '#schemas/platform/common.ts';
import { useShownLanguage } from '#src/locale/useShownLanguage.ts';

const Lines = styled.span`
  white-space: pre-line;
`;

type OpeningHoursProps = { hours: AccountContact['openingHours'] };

/** Shows an account's opening hours with their line breaks; nothing without any. */
export function OpeningHours({ hours = '' }: OpeningHoursProps) {
  const words = localize(hours, useShownLanguage());
  if (!hasWords(words)) return null;
  return (
    <p>
      <Lines>
        <FormattedMessage id="contact.openingHours" values={{ hours: words.trim() }} />
      </Lines>
    </p>
  );
}
