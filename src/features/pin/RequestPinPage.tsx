import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link, useNavigate } from 'react-router-dom';
import { useGetInvitationQuery } from '#src/api/users.ts';
import { paths } from '#src/lib/paths.ts';
import type { Place } from '#src/lib/routes.ts';
import type { ShowToast } from '#src/lib/showToast.ts';
import { InvitedSheet } from './InvitedSheet.tsx';
import { PinRequest } from './PinRequest.tsx';
import type { KnownPin } from './sentPin.ts';

type RequestPinPageProps = { languageChoice: ReactNode; place: Place; showToast: ShowToast };

/** /start: where an invitation's link leads. A press on its button sends a PIN, so that whoever only opens links sends none. */
export function RequestPinPage({
  languageChoice,
  place: {
    params: { hashUserKey = '' },
  },
  showToast,
}: RequestPinPageProps) {
  const intl = useIntl();
  const navigate = useNavigate();
  const { data } = useGetInvitationQuery({ params: { hashUserKey } });

  function goOn(sent: KnownPin): void {
    showToast({
      level: 'success',
      text: intl.formatMessage({
        id: sent.channel === 'Sms' ? 'RequestPINSuccess' : 'RequestPINSuccessEmail',
      }),
    });
    void navigate(paths.enterPin(hashUserKey), { state: sent });
  }

  return (
    data && (
      <InvitedSheet
        invitation={data}
        languageChoice={languageChoice}
        title={intl.formatMessage({ id: 'requestPin.title' })}
      >
        <p>
          <FormattedMessage id="requestPin.text" values={{ name: data.accountName }} />
        </p>
        <PinRequest invitation={data} onSent={goOn} />
        <Link to={paths.enterPin(hashUserKey)}>
          <FormattedMessage id="requestPin.have" />
        </Link>
      </InvitedSheet>
    )
  );
}
