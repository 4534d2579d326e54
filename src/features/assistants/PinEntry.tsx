import { styled } from '@linaria/react';
import { useEffect, useId, useState, type FormEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { limits } from '#schemas/limits.ts';
import { Button } from '#src/ui/Button.tsx';
import { WarningCircle } from '#src/ui/icons.ts';
import { PinInput } from '#src/ui/PinInput.tsx';
import { PhoneLink } from '#src/ui/PhoneLink.tsx';
import type { PinRequest } from './usePinLogin.ts';

const Entry = styled.form`
  display: grid; gap: var(--s-5); justify-items: start; width: 100%;
  > div { display: grid; gap: .5rem; width: 100%; }
  label { font-weight: var(--fw-strong); }
  > div > p { display: flex; gap: .5rem; align-items: flex-start; color: var(--danger-text); font-size: var(--text-sm); font-weight: var(--fw-strong); }
  > div > p > svg { flex: none; margin-top: .15em; }
`;

const Ask = styled.p`
  font-size: var(--text-sm);
  a { padding-block: .35rem; }
  svg { display: inline; margin-right: .35rem; vertical-align: -.2em; }
`;

type PinEntryProps = PinRequest & { helpId: string };

/** Six digits that send themselves; cleared when they do not open the form, with the reason below them. */
export function PinEntry({ required: { contact }, isBusy, refusal, submit, helpId }: PinEntryProps) {
  const intl = useIntl();
  const id = useId();
  const [pin, setPin] = useState('');
  const [isIncomplete, setIsIncomplete] = useState(false);
  const error = isIncomplete ? intl.formatMessage({ id: 'pin.error.digits' }) : refusal;

  useEffect(() => document.getElementById(id)?.focus(), [id]);

  function change(digits: string) {
    setPin(digits);
    setIsIncomplete(false);
  }

  async function send(digits: string) {
    if (isBusy) return;
    await submit(digits);
    setPin(''); // still here: it was refused
    document.getElementById(id)?.focus();
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (pin.length === limits.pin.digits) return void send(pin);
    setIsIncomplete(true);
    document.getElementById(id)?.focus();
  }

  return (
    <Entry noValidate onSubmit={handleSubmit}>
      <div>
        <label htmlFor={id}><FormattedMessage id="pin.label" /></label>
        <PinInput id={id} name="pin" length={limits.pin.digits} value={pin} onChange={change} onComplete={(digits) => void send(digits)} isRequired isInvalid={Boolean(error)} describedBy={error ? `${helpId} ${id}-error` : helpId} />
        {error && <p id={`${id}-error`} role="alert"><WarningCircle size={20} aria-hidden />{error}</p>}
      </div>
      <Button type="submit" variant="primary" isBusy={isBusy}><FormattedMessage id="pin.submit" /></Button>
      {contact.contact && (
        <Ask>
          <FormattedMessage id="pin.ask" values={{ phone: <PhoneLink key="phone" phone={contact.contact} size={18} /> }} />
        </Ask>
      )}
    </Entry>
  );
}
