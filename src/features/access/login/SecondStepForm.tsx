import { styled } from '@linaria/react';
import { Suspense, useRef, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import type { SecondStepPage } from '#schemas/access/accessPages.ts';
import type { SecondFactorMethod } from '#schemas/access/sessions.ts';
import { postedActions, postedNames } from '#schemas/forms/postedForms.ts';
import { getProblem, hasReason, isFinal } from '#src/api/client/errors.ts';
import { useErrorText } from '#src/api/client/useErrorText.ts';
import { useFormAction } from '#src/engine/react/context/useFormAction.ts';
import { PortalForm, type PortalFormHandle, type PostedPage } from '#src/forms/PortalForm.tsx';
import { useShownLanguage } from '#src/locale/useShownLanguage.ts';
import { supportsPasskeys } from '#src/device/passkeys.ts';
import { Button } from '#src/ui/Button.tsx';
import { ArrowLeft, DeviceMobile, Keyboard } from '#src/ui/icons.ts';
import { Key } from '#src/ui/portalIcons.ts';
import { useIsHydrated } from '#src/ui/useIsHydrated.ts';
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

const Methods = styled.div`
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

const findFirst = (methods: readonly SecondFactorMethod[]): SecondFactorMethod =>
  methods.find((method) => method !== 'passkey' || supportsPasskeys()) ?? 'recoveryCode';

type SecondStepFormProps = {
  methods: readonly SecondFactorMethod[];
  /** The step that the server has rendered. */
  page: (SecondStepPage & PostedPage) | undefined;
  /** end of a lockout */
  secondsLeft: number | undefined;
  onCode: (code: string) => Promise<void>;
  onPasskey: () => Promise<void>;
  /** Returns to the first step, optionally with a reason. */
  onBack: (notice?: string) => void;
};

/** Second step of the login. A refusal clears the field and shows the error above the button. */
export function SecondStepForm({
  methods,
  page,
  secondsLeft,
  onCode,
  onPasskey,
  onBack,
}: SecondStepFormProps) {
  const errorText = useErrorText();
  const form = useRef<PortalFormHandle>(null);
  const [method, setMethod] = useState(() => page?.method ?? findFirst(methods));
  const { form: name, element, text } = ways[method];

  /** Starts over when the challenge expired. */
  async function confirm(send: () => Promise<void>): Promise<void> {
    try {
      await send();
    } catch (error) {
      if (hasReason(error, 'tookTooLong')) return onBack(errorText(error));
      if (hasReason(error, 'wrongCode')) form.current?.refuse(element);
      else if (isFinal(error)) form.current?.clear(element);
      throw error;
    }
  }

  return (
    <>
      <Heading text={text} />
      {!name && <PasskeyLogin isStep onUse={() => confirm(onPasskey)} />}
      {name && (
        <Suspense>
          <PortalForm
            key={method}
            ref={form}
            name={name}
            page={page && (method === page.method ? page : { state: page.state })}
            {...(page ? {} : { focusOn: element })}
            submitIcon={null}
            isClosed={Boolean(secondsLeft)}
            header={() => secondsLeft !== undefined && <LockNote secondsLeft={secondsLeft} />}
            onSubmit={(answers) => confirm(() => onCode(String(answers[element])))}
            getErrorText={(error) =>
              getProblem(error)?.nextPossibleRetry ? undefined : errorText(error)
            }
          />
        </Suspense>
      )}
      <OtherWays
        methods={methods.filter((other) => other !== method)}
        state={page?.state}
        onChoose={setMethod}
        onBack={() => onBack()}
      />
    </>
  );
}

const Heading = ({ text }: { text: (typeof ways)[SecondFactorMethod]['text'] }) => (
  <Intro>
    <h2>
      <FormattedMessage id="login.second.title" />
    </h2>
    <p>
      <FormattedMessage id={text} />
    </p>
  </Intro>
);

type OtherWaysProps = {
  methods: readonly SecondFactorMethod[];
  /** Sealed state of the server's page, which posts the choice without scripts. */
  state: string | undefined;
  onChoose: (method: SecondFactorMethod) => void;
  onBack: () => void;
};

/** Links to the other methods, and back to the first step. */
function OtherWays({ methods, state, onChoose, onBack }: OtherWaysProps) {
  const language = useShownLanguage();
  const action = useFormAction();
  const hasPasskeys = useIsHydrated() && supportsPasskeys();
  const ofMethods = methods
    .filter((method) => method !== 'passkey' || hasPasskeys)
    .map((method) => {
      const { use, Icon } = ways[method];
      return (
        <Button
          key={method}
          variant="ghost"
          icon={<Icon size={20} aria-hidden />}
          {...action(postedActions.goTo(method), () => onChoose(method))}
        >
          <FormattedMessage id={use} />
        </Button>
      );
    });
  const buttons = (
    <Methods>
      {ofMethods}
      <Button
        variant="ghost"
        icon={<ArrowLeft size={20} aria-hidden />}
        {...action(postedActions.back, onBack)}
      >
        <FormattedMessage id="login.second.back" />
      </Button>
    </Methods>
  );
  if (state === undefined) return buttons;
  return (
    <form method="post" action="?" encType="multipart/form-data">
      <input type="hidden" name={postedNames.language} value={language} readOnly />
      <input type="hidden" name={postedNames.state} value={state} readOnly />
      {buttons}
    </form>
  );
}
