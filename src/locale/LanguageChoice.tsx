import type { ComponentProps } from 'react';
import { useIntl } from 'react-intl';
import type { Language } from '#schemas/platform/common.ts';
import { LanguageSwitch } from '#src/ui/LanguageSwitch.tsx';
import { chooseLanguage, useLanguage } from './useLanguage.ts';

const options = [
  { value: 'de' as const, short: 'DE', name: 'Deutsch' },
  { value: 'en' as const, short: 'EN', name: 'English' },
];

type LanguageChoiceProps = Partial<
  Pick<ComponentProps<typeof LanguageSwitch<Language>>, 'address' | 'post'>
>;

export function LanguageChoice({ address, post }: LanguageChoiceProps) {
  const intl = useIntl();
  return (
    <LanguageSwitch
      label={intl.formatMessage({ id: 'language.choose' })}
      options={options}
      value={useLanguage()}
      address={address}
      post={post}
      onChange={chooseLanguage}
    />
  );
}
