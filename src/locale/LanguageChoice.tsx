import { useIntl } from 'react-intl';
import { LanguageSwitch } from '#src/ui/LanguageSwitch.tsx';
import { useChooseLanguage, useLanguage } from './slice.ts';

const options = [
  { value: 'de' as const, short: 'DE', name: 'Deutsch' },
  { value: 'en' as const, short: 'EN', name: 'English' },
];

export function LanguageChoice() {
  const intl = useIntl();
  return (
    <LanguageSwitch
      label={intl.formatMessage({ id: 'language.choose' })}
      options={options}
      value={useLanguage()}
      onChange={useChooseLanguage()}
    />
  );
}
