import { useState, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useNavigate } from 'react-router-dom';
import { useGetInvitationQuery } from '#src/api/access/users.ts';
import { useAccessPage } from '#src/forms/accessPageData.ts';
import { PageLink } from '#src/forms/PageLink.tsx';
import { paths } from '#src/routing/paths.ts';
import type { RouteMatch } from '#src/routing/routes.ts';
import { toast } from '#src/ui/toast.ts';
import { InvitedSheet } from './InvitedSheet.tsx';
import { PinRequest } from './PinRequest.tsx';
import type { KnownPin } from './sentPin.ts';

type RequestPinPageProps = { languageChoice: ReactNode; route: RouteMatch };

/**
 * /start: target of an invitation link. Only its button sends a PIN, so link scanners send none.
 */
export function RequestPinPage({
  languageChoice,
  route: {
    params: { hashUserKey = '' },
  },
}: RequestPinPageProps) {
  const intl = useIntl();
  const navigate = useNavigate();
  const { data } = useGetInvitationQuery({ params: { hashUserKey } });
  const rendered = useAccessPage('start');
  const [first] = useState(rendered);
  const state = first?.invited?.state;

  function openPinEntry(sent: KnownPin): void {
    toast({
      level: 'success',
      text: { id: sent.channel === 'Sms' ? 'RequestPINSuccess' : 'RequestPINSuccessEmail' },
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
        <PinRequest
          invitation={data}
          page={state === undefined ? undefined : { state, failure: first?.posted?.failure }}
          onSent={openPinEntry}
        />
        <PageLink to={paths.enterPin(hashUserKey)}>
          <FormattedMessage id="requestPin.have" />
        </PageLink>
      </InvitedSheet>
    )
  );
}
