import { use } from 'react';
import { isPhone } from '#src/device/isPhone.ts';
import { publicConfig } from './config.ts';

/**
 * Returns true on a phone if the server restricts phones. On a phone it suspends until the
 * configuration is loaded.
 */
export const useIsRestrictedPhone = (): boolean =>
  isPhone() && use(publicConfig()).mobileAccess === 'restricted';
