import { useIntl } from 'react-intl';
import { toUserMessage } from './errors.ts';

/** Returns a function that formats a failed call as a sentence for the user. */
export function useErrorText(): (error: unknown) => string {
  const intl = useIntl();
  return (error) => toUserMessage(error, (id) => intl.formatMessage({ id }));
}
