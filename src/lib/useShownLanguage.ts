import { useIntl } from 'react-intl';
import type { Language } from '#schemas/common.ts';

/** The language of the texts shown now, for texts that providers wrote. */
export function useShownLanguage(): Language {
  return useIntl().locale.startsWith('en') ? 'en' : 'de';
}
