import type { IntlShape } from 'react-intl';
import type { ToastText } from '#src/ui/toast.ts';

/** Returns the text of a toast in the current language. */
export const formatToast = (intl: IntlShape, text: ToastText): string =>
  typeof text === 'string' ? text : intl.formatMessage({ id: text.id }, text.values);
