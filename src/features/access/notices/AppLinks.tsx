import { FormattedMessage } from 'react-intl';
import type { PublicConfig } from '#schemas/accounts/publicConfig.ts';
import { buttonClass } from '#src/ui/Button.tsx';

/** Links to the app stores; empty without an app. */
export function AppLinks({
  iosAppUrl,
  androidAppUrl,
}: Pick<PublicConfig, 'iosAppUrl' | 'androidAppUrl'>) {
  return (
    <>
      {(iosAppUrl || androidAppUrl) && (
        <p>
          <FormattedMessage id="mobileNotice.app" />
        </p>
      )}
      {iosAppUrl && (
        <a className={buttonClass} href={iosAppUrl} rel="noreferrer">
          <FormattedMessage id="mobileNotice.ios" />
        </a>
      )}
      {androidAppUrl && (
        <a className={buttonClass} href={androidAppUrl} rel="noreferrer">
          <FormattedMessage id="mobileNotice.android" />
        </a>
      )}
    </>
  );
}
