import { isPhone } from '#src/device/isPhone.ts';
import { usePublicConfig } from './usePublicConfig.ts';

/**
 * Returns true on a phone if the server restricts phones. On a phone it suspends until the
 * configuration is loaded.
 */
export const useIsRestrictedPhone = (): boolean =>
  typeof navigator !== 'undefined' && isPhone() && usePublicConfig().mobileAccess === 'restricted';
