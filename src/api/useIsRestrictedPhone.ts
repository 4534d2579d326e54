import { use } from 'react';
import { isPhone } from '#src/lib/isPhone.ts';
import { publicConfig } from './config.ts';

/** Whether this is a mobile phone on a server where phones may not do everything. Suspends on a phone until the server's rule is known. */
export const useIsRestrictedPhone = (): boolean =>
  isPhone() && use(publicConfig()).mobileAccess === 'restricted';
