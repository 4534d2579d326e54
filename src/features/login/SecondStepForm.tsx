import { styled } from '@linaria/react';
import { Suspense, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { SecondFactorMethod } from '#schemas/sessions.ts';
import { failedWith, toUserMessage } from '#src/api/errors.ts';
import { PortalForm, type PortalFormHandle } from '#src/forms/PortalForm.tsx';
import { supportsPasskeys } from '#src/lib/passkeys.ts';
import { Button } from '#src/ui/Button.tsx';
import { ArrowLeft, DeviceMobile, Key, Keyboard } from '#src/ui/icons.ts';
import { LockNote } from './LockNote.tsx';
import { PasskeyLogin } from './PasskeyLogin.tsx';

const Intro = styled.div`
  margin-bottom: var(--s-5);
  h2 {
    font-size: var(--text-xl);
  }
  p {
    color: var(--muted);
  }
`;

const Ways = styled.div`
  display: grid;
  justify-items: start;
  margin-top: var(--s-4);
  button {
    margin-left: -0.75rem;
  }
`;

/** Each way to confirm a login: its form where it has one, and what it says. */
const ways = {
  passkey: {
    form: undefined,
    element: '',
    text: 'login.second.passkey',
    use: 'login.passkey',
    Icon: Key,
  },
  totp: {
    form: 'secondFactor',
    element: 'code',
    text: 'login.second.totp',
    use: 'login.second.useTotp',
    Icon: DeviceMobile,
  },
  recoveryCode: {
    form: 'recoveryCode',
    element: 'recoveryCode',
    text: 'login.second.recoveryCode',
    use: 'login.second.useRecoveryCode',
    Icon: Keyboard,
  },
} as const satisfies Record<SecondFactorMethod, object>;

type SecondStepFormProps = {
  methods: readonly SecondFactorMethod[];
  /** of a lock */
  secondsLeft: number | undefined;
  onCode: (code: string) => Promise<void>;
  onPasskey: () => Promise<void>;
  /** To the beginning of the login, perhaps with a word about why. */
  onBack: (notice?: string) => void;
};

/** The password was right; now the code. What is wrong is said above the button, and the field is empty and ready again. */
export function SecondStepForm({
  methods: all,
  secondsLeft,
  onCode,
  onPasskey,
  onBack,
}: SecondStepFormProps) {
  const intl = useIntl();
  const form = useRef<PortalFormHandle>(null);
  const methods = all.filter((method) => method !== 'passkey' || supportsPasskeys());
  const [method, setMethod] = useState<SecondFactorMethod>(methods[0] ?? 'recoveryCode');
  const { form: name, element, text } = ways[method];
  const messageOf = (error: unknown) => toUserMessage(error, (id) => intl.formatMessage({ id }));

  /** What took too long begins anew, and says so. */
  async function tryTo(deed: () => Promise<void>): Promise<void> {
    try {
      await deed();
    } catch (error) {
      if (failedWith(error, 'tookTooLong')) return onBack(messageOf(error));
      form.current?.clear(element);
      throw error;
    }
  }

  return (
    <>
      <Intro>
        <h2>
          <FormattedMessage id="login.second.title" />
        </h2>
        <p>
          <FormattedMessage id={text} />
        </p>
      </Intro>
      {!name && <PasskeyLogin isStep onUse={() => tryTo(onPasskey)} />}
      {name && (
        <Suspense>
          <PortalForm
            key={method}
            ref={form}
            name={name}
            focusOn={element}
            submitIcon={null}
            isClosed={Boolean(secondsLeft)}
            header={() => secondsLeft !== undefined && <LockNote secondsLeft={secondsLeft} />}
            onSubmit={(answers) => tryTo(() => onCode(String(answers[element])))}
            errorText={(error) => (failedWith(error, 'loginLocked') ? undefined : messageOf(error))}
          />
        </Suspense>
      )}
      <Ways>
        {methods
          .filter((other) => other !== method)
          .map((other) => {
            const { use, Icon } = ways[other];
            return (
              <Button
                key={other}
                variant="ghost"
                icon={<Icon size={20} aria-hidden />}
                onClick={() => setMethod(other)}
              >
                <FormattedMessage id={use} />
              </Button>
            );
          })}
        <Button variant="ghost" icon={<ArrowLeft size={20} aria-hidden />} onClick={() => onBack()}>
          <FormattedMessage id="login.second.back" />
        </Button>
      </Ways>
    </>
  );
}
