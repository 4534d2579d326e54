import { useIntl } from 'react-intl';
import type { Language } from '#schemas/platform/common.ts';

/** Returns the language of the shown texts, for texts of providers. */
export function useShownLanguage(): Language {
  return useIntl().locale.startsWith('en') ? 'en' : 'de';
}
