import { styled } from '@linaria/react';
import { Suspense, useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { failedWith, isNetworkError, toUserMessage } from '#src/api/errors.ts';
import { PortalForm, type PortalFormHandle } from '#src/forms/PortalForm.tsx';
import { PhoneLink } from '#src/ui/PhoneLink.tsx';
import type { PinRequest } from './usePinLogin.ts';

/** As high as the form that comes there: what stands below it stays where it is. */
const Frame = styled.div`
  width: 100%;
  min-height: 15rem;
`;

const Ask = styled.p`
  font-size: var(--text-sm);
  a {
    padding-block: 0.35rem;
  }
  svg {
    display: inline;
    margin-right: 0.35rem;
    vertical-align: -0.2em;
  }
`;

/** Six digits that send themselves; cleared when they do not open the form, with the reason beside them. */
export function PinEntry({ required: { accountName, contact }, submit }: PinRequest) {
  const intl = useIntl();
  const form = useRef<PortalFormHandle>(null);

  async function send({ password }: Record<string, unknown>): Promise<void> {
    try {
      await submit(String(password));
    } catch (error) {
      if (!isNetworkError(error)) form.current?.clear('password');
      throw error;
    }
  }

  /** Only the provider makes another PIN for a form: whom to ask is more than the server's general word. */
  const textOf = (error: unknown): string =>
    failedWith(error, 'pinVoid')
      ? intl.formatMessage({ id: 'pin.void' }, { name: accountName })
      : toUserMessage(error, (id) => intl.formatMessage({ id }));

  return (
    <>
      <Frame>
        <Suspense>
          <PortalForm
            ref={form}
            name="enterPin"
            focusOn="password"
            submitLabel={intl.formatMessage({ id: 'pin.submit' })}
            submitIcon={null}
            onSubmit={send}
            errorText={textOf}
          />
        </Suspense>
      </Frame>
      {contact.contact && (
        <Ask>
          <FormattedMessage
            id="pin.ask"
            values={{ phone: <PhoneLink key="phone" phone={contact.contact} size={18} /> }}
          />
        </Ask>
      )}
    </>
  );
}
