import { FormattedMessage, IntlProvider, useIntl } from 'react-intl';
import de from '#locales/start.de.json' with { type: 'json' };
import en from '#locales/start.en.json' with { type: 'json' };
import type { Language } from '#schemas/platform/common.ts';
import { locales } from '#src/locale/LocaleProvider.tsx';
import type { Messages } from '#src/locale/messages.ts';
import { Button } from '#src/ui/Button.tsx';
import { LetterPage } from '#src/ui/Page.tsx';

/** All texts of this page, of the many that a type of messages names. */
const texts = { de, en } as unknown as Record<Language, Messages>;

function Letter() {
  const intl = useIntl();
  return (
    <LetterPage title={intl.formatMessage({ id: 'start.failed' })}>
      <p>
        <FormattedMessage id="start.failed.text" />
      </p>
      <Button variant="primary" onClick={() => location.reload()}>
        <FormattedMessage id="start.failed.reload" />
      </Button>
    </LetterPage>
  );
}

/** The page of a visit whose texts did not load. Its own texts are part of the first script. */
export const StartFailed = ({ language }: { language: Language }) => (
  <IntlProvider locale={locales[language]} messages={texts[language]}>
    <Letter />
  </IntlProvider>
);
