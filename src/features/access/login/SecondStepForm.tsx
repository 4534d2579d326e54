import { styled } from '@linaria/react';
import { Suspense, useRef, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import type { SecondFactorMethod } from '#schemas/access/sessions.ts';
import { failedWith } from '#src/api/client/errors.ts';
import { useErrorText } from '#src/api/client/useErrorText.ts';
import { PortalForm, type PortalFormHandle } from '#src/forms/PortalForm.tsx';
import { supportsPasskeys } from '#src/device/passkeys.ts';
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

/** Ways to confirm a login, with their forms and texts. */
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
  /** end of a lockout */
  secondsLeft: number | undefined;
  onCode: (code: string) => Promise<void>;
  onPasskey: () => Promise<void>;
  /** Returns to the first step, optionally with a reason. */
  onBack: (notice?: string) => void;
};

/** Second step of the login. A wrong code clears the field and shows the error above the button. */
export function SecondStepForm({
  methods: all,
  secondsLeft,
  onCode,
  onPasskey,
  onBack,
}: SecondStepFormProps) {
  const errorText = useErrorText();
  const form = useRef<PortalFormHandle>(null);
  const methods = all.filter((method) => method !== 'passkey' || supportsPasskeys());
  const [method, setMethod] = useState<SecondFactorMethod>(methods[0] ?? 'recoveryCode');
  const { form: name, element, text } = ways[method];

  /** Starts over when the challenge expired. */
  async function confirm(send: () => Promise<void>): Promise<void> {
    try {
      await send();
    } catch (error) {
      if (failedWith(error, 'tookTooLong')) return onBack(errorText(error));
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
      {!name && <PasskeyLogin isStep onUse={() => confirm(onPasskey)} />}
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
            onSubmit={(answers) => confirm(() => onCode(String(answers[element])))}
            getErrorText={(error) =>
              failedWith(error, 'loginLocked') ? undefined : errorText(error)
            }
          />
        </Suspense>
      )}
      <OtherWays
        methods={methods.filter((other) => other !== method)}
        onChoose={setMethod}
        onBack={onBack}
      />
    </>
  );
}

/** Links to the other methods, and back to the first step. */
function OtherWays({
  methods,
  onChoose,
  onBack,
}: {
  methods: readonly SecondFactorMethod[];
  onChoose: (method: SecondFactorMethod) => void;
  onBack: () => void;
}) {
  return (
    <Ways>
      {methods.map((method) => {
        const { use, Icon } = ways[method];
        return (
          <Button
            key={method}
            variant="ghost"
            icon={<Icon size={20} aria-hidden />}
            onClick={() => onChoose(method)}
          >
            <FormattedMessage id={use} />
          </Button>
        );
      })}
      <Button variant="ghost" icon={<ArrowLeft size={20} aria-hidden />} onClick={() => onBack()}>
        <FormattedMessage id="login.second.back" />
      </Button>
    </Ways>
  );
}
