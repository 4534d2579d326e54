import { useCallback } from 'react';
import { useIntl, type MessageDescriptor } from 'react-intl';

export type Say = (id: string, values?: Record<string, string | number>) => string;

/** Returns a function that translates an id which is known only at run time. */
export function useSay(): Say {
  const intl = useIntl();
  return useCallback(
    (id, values = {}) => String(intl.formatMessage({ id } as MessageDescriptor, values)),
    [intl],
  );
}
