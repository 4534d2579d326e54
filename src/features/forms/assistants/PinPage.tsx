import { styled } from '@linaria/react';
import { useEffect, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { applyTheme } from '#src/brands/colors.ts';
import { getIconUrl, useHeadLink } from '#src/routing/headLinks.ts';
import { usePageTitle } from '#src/routing/usePageTitle.ts';
import { AccessSheet } from '#src/ui/AccessSheet.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { Illustration } from '#src/ui/Illustration.tsx';
import { WholePage } from '#src/ui/Page.tsx';
import { FormFooter } from '#src/forms/FormFooter.tsx';
import { FormHeader } from './FormHeader.tsx';
import { FormPinEntry } from './FormPinEntry.tsx';
import type { PinRequest } from './usePinLogin.ts';
import { formatSender } from '#src/forms/formatSender.ts';

const Steps = styled.div`
  display: grid;
  gap: var(--s-5);
  justify-items: start;
`;

/** PIN page before a form. Shows the provider and nothing of the form. */
export function PinPage({ request, children }: { request: PinRequest; children: ReactNode }) {
  const intl = useIntl();
  const { accountId, accountName, headerLogoUrl, theme, contact } = request.required;
  usePageTitle(`${intl.formatMessage({ id: 'pin.title' })} – ${accountName}`);
  useEffect(() => applyTheme(theme), [theme]);
  useHeadLink('icon', getIconUrl(headerLogoUrl, accountId));
  return (
    <WholePage>
      <FormHeader accountName={accountName} logoUrl={headerLogoUrl} website={contact.website}>
        {children}
      </FormHeader>
      <AccessSheet
        title={intl.formatMessage({ id: 'pin.title' })}
        sender={formatSender(accountName, contact)}
        aside={{
          illustration: <Illustration subject="phone" />,
          title: intl.formatMessage({ id: 'pin.why.title' }),
          text: intl.formatMessage({ id: 'pin.why.text' }),
        }}
      >
        <p>
          <FormattedMessage id="pin.text" values={{ name: accountName }} />
        </p>
        <FormPinEntry {...request} />
      </AccessSheet>
      <FormFooter accountId={accountId} statements={[]} />
    </WholePage>
  );
}

/** PIN dialog over an open form after its token expired. Typed answers stay. */
export function PinDialog({ request }: { request: PinRequest }) {
  const intl = useIntl();
  return (
    <Dialog
      size="small"
      title={intl.formatMessage({ id: 'pin.again.title' })}
      closeLabel={intl.formatMessage({ id: 'action.close' })}
      onClose={request.cancel}
    >
      <Steps>
        <p>
          <FormattedMessage id="pin.again.text" />
        </p>
        <FormPinEntry {...request} />
      </Steps>
    </Dialog>
  );
}
