import { styled } from '@linaria/react';
import { Suspense, useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { failedWith, isNetworkError } from '#src/api/client/errors.ts';
import { useErrorText } from '#src/api/client/useErrorText.ts';
import { PortalForm, type PortalFormHandle } from '#src/forms/PortalForm.tsx';
import { PhoneLink } from '#src/ui/PhoneLink.tsx';
import type { PinRequest } from './usePinLogin.ts';

/** Placeholder with the form's height, against a layout shift. */
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

/**
 * PIN field of a form. Submits with the sixth digit; a wrong PIN clears it and shows the reason.
 */
export function FormPinEntry({ required: { accountName, contact }, submit }: PinRequest) {
  const intl = useIntl();
  const errorText = useErrorText();
  const form = useRef<PortalFormHandle>(null);

  async function send({ password }: Record<string, unknown>): Promise<void> {
    try {
      await submit(String(password));
    } catch (error) {
      if (!isNetworkError(error)) form.current?.clear('password');
      throw error;
    }
  }

  /** Only the provider issues a form's PIN, so the error names the provider. */
  const getErrorText = (error: unknown): string =>
    failedWith(error, 'pinVoid')
      ? intl.formatMessage({ id: 'pin.void' }, { name: accountName })
      : errorText(error);

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
            getErrorText={getErrorText}
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
