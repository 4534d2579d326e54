import { styled } from '@linaria/react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { postedActions } from '#schemas/forms/postedForms.ts';
import { hasReason, getProblem, isFinal } from '#src/api/client/errors.ts';
import { PortalForm, type PortalFormHandle } from '#src/forms/PortalForm.tsx';
import { useShownLanguage } from '#src/locale/useShownLanguage.ts';
import { languageParam } from '#src/routing/paths.ts';
import { Button } from '#src/ui/Button.tsx';
import { Note } from '#src/ui/Note.tsx';
import { PhoneLink } from '#src/forms/PhoneLink.tsx';
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
`;

const Void = styled.div`
  display: grid;
  gap: var(--s-4);
  justify-items: start;
`;

/** true when no further attempt with this PIN can succeed. */
const isVoidNow = (error: unknown): boolean =>
  hasReason(error, 'pinVoid') || getProblem(error)?.triesLeft === 0;

/**
 * PIN field of a form. Submits with the sixth digit; a wrong PIN clears it and shows the reason.
 * After the last attempt only a new PIN helps.
 */
export function FormPinEntry({ required: { accountName, contact }, page, submit }: PinRequest) {
  const intl = useIntl();
  const form = useRef<PortalFormHandle>(null);
  const [isVoid, setIsVoid] = useState(page?.isVoid ?? false);
  const hasErrors = (page?.posted?.errors.length ?? 0) > 0; // their summary has the focus

  async function send({ password }: Record<string, unknown>): Promise<void> {
    try {
      await submit(String(password));
    } catch (error) {
      if (isVoidNow(error)) return setIsVoid(true);
      if (hasReason(error, 'falsePin')) form.current?.refuse('password');
      else if (isFinal(error)) form.current?.clear('password');
      throw error;
    }
  }

  if (isVoid)
    return (
      <VoidPin
        accountName={accountName}
        phone={contact.contact}
        onNewPin={() => setIsVoid(false)}
      />
    );
  return (
    <>
      <Frame>
        <Suspense>
          <PortalForm
            ref={form}
            name="enterPin"
            page={
              page && {
                posted: page.posted,
                action: postedActions.enterPin,
                prefill: page.prefill,
              }
            }
            {...(hasErrors ? {} : { focusOn: 'password' })}
            submitLabel={intl.formatMessage({ id: 'pin.submit' })}
            submitIcon={null}
            onSubmit={send}
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

type VoidPinProps = { accountName: string; phone: string | undefined; onNewPin: () => void };

/** Only the provider issues a form's PIN, so the notice names the provider. */
function VoidPin({ accountName, phone, onNewPin }: VoidPinProps) {
  const frame = useRef<HTMLDivElement>(null);
  const language = useShownLanguage();
  // the focused field was removed
  useEffect(() => frame.current?.querySelector<HTMLElement>('a, button')?.focus(), []);
  return (
    <Void ref={frame}>
      <Note tone="danger" role="alert">
        <p>
          <FormattedMessage id="pin.void" values={{ name: accountName }} />
        </p>
      </Note>
      {phone && (
        <p>
          <FormattedMessage
            id="pin.void.ask"
            values={{ phone: <PhoneLink key="phone" phone={phone} size={18} /> }}
          />
        </p>
      )}
      <form
        action="?"
        onSubmit={(event) => {
          event.preventDefault();
          onNewPin();
        }}
      >
        <input type="hidden" name={languageParam} value={language} readOnly />
        <Button type="submit">
          <FormattedMessage id="pin.void.again" />
        </Button>
      </form>
    </Void>
  );
}
