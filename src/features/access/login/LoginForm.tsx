import { styled } from '@linaria/react';
import { Suspense, useRef, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { Link } from 'react-router-dom';
import type { SecondStep } from '#schemas/access/sessions.ts';
import { failedWith } from '#src/api/client/errors.ts';
import { useErrorText } from '#src/api/client/useErrorText.ts';
import { focusControl } from '#src/engine/react/errors/ErrorSummary.tsx';
import { controlId } from '#src/engine/react/context/ids.ts';
import { PortalForm, type PortalFormHandle } from '#src/forms/PortalForm.tsx';
import { deleteLock } from '#src/device/loginLocks.ts';
import { supportsPasskeys } from '#src/device/passkeys.ts';
import { paths } from '#src/routing/paths.ts';
import { Note } from '#src/ui/Note.tsx';
import { PasskeyLogin } from './PasskeyLogin.tsx';
import { LockNote } from './LockNote.tsx';
import { SecondStepForm } from './SecondStepForm.tsx';
import { useLock } from './useLock.ts';
import { useLogin } from './useLogin.ts';

const Frame = styled.div`
  width: 100%;
  min-height: 20rem;
  button[type='submit'] {
    width: 100%;
  }
  form > [role='alert'],
  form > [role='status'] {
    margin-bottom: var(--s-5);
  }
`;

/** Placeholder with the form's height, so that nothing below it moves. */
const Placeholder = styled.div`
  height: 16.8rem;
`;

const Forgotten = styled.p`
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  gap: 0 var(--s-5);
  margin-top: var(--s-5);
  font-size: var(--text-sm);
  a {
    padding-block: var(--s-2);
  }
`;

/** Lockout of the typed username. `openAgain` ends it after a password reset. */
function useTypedLock(username = '') {
  const [typed, setTyped] = useState(username);

  function openAgain(): void {
    deleteLock(typed);
    focusControl(controlId(typed ? 'Password' : 'Username'));
  }

  return { secondsLeft: useLock(typed), setTyped, openAgain };
}

/** Step of the login: first step, perhaps with a reason to start over, or second step. */
type Stage = { isBack: boolean; notice?: string } | SecondStep;

/** Login with username, password and second factor. A lockout disables the form and counts down. */
export function LoginForm({
  username,
  hashUserKey,
}: {
  username?: string | undefined;
  hashUserKey?: string | undefined;
}) {
  const { logIn, confirm, byPasskey } = useLogin();
  const [stage, setStage] = useState<Stage>({ isBack: false });
  const [known, setKnown] = useState(username);
  const lock = useTypedLock(username);

  async function submit(answers: Record<string, unknown>): Promise<void> {
    const step = await logIn(answers);
    setKnown(String(answers['Username']));
    if (step) setStage(step);
  }

  if ('challenge' in stage) {
    return (
      <Frame>
        <SecondStepForm
          methods={stage.methods}
          secondsLeft={lock.secondsLeft}
          onCode={(code) => confirm(stage, code)}
          onPasskey={() => byPasskey(stage)}
          onBack={(notice) => setStage({ isBack: true, ...(notice ? { notice } : {}) })}
        />
      </Frame>
    );
  }
  return (
    <Frame>
      <FirstStepForm
        username={known}
        hasFocus={stage.isBack || username !== undefined}
        notice={stage.notice}
        lock={lock}
        onSubmit={submit}
      />
      {supportsPasskeys() && <PasskeyLogin isStep={false} onUse={() => byPasskey()} />}
      <Forgotten>
        <Link to={paths.forgetPassword(hashUserKey)}>
          <FormattedMessage id="login.forgotPassword" />
        </Link>
        <Link to={paths.forgetUsername(hashUserKey)}>
          <FormattedMessage id="login.forgotUsername" />
        </Link>
      </Forgotten>
    </Frame>
  );
}

/** Username and password. A failed login clears the password. */
function FirstStepForm({
  username,
  hasFocus,
  notice,
  lock: { secondsLeft, setTyped, openAgain },
  onSubmit,
}: {
  username: string | undefined;
  hasFocus: boolean;
  /** reason to start over */
  notice: string | undefined;
  lock: ReturnType<typeof useTypedLock>;
  onSubmit: (answers: Record<string, unknown>) => Promise<void>;
}) {
  const errorText = useErrorText();
  const form = useRef<PortalFormHandle>(null);

  async function submit(answers: Record<string, unknown>): Promise<void> {
    try {
      await onSubmit(answers);
    } catch (error) {
      form.current?.clear('Password');
      throw error;
    }
  }

  return (
    <Suspense fallback={<Placeholder />}>
      <PortalForm
        ref={form}
        name="login"
        {...(username ? { initial: { Username: username } } : {})}
        {...(hasFocus ? { focusOn: 'Password' } : {})}
        submitIcon={null}
        isClosed={Boolean(secondsLeft)}
        header={() =>
          secondsLeft === undefined ? (
            notice && (
              <Note tone="danger" role="alert">
                <p>{notice}</p>
              </Note>
            )
          ) : (
            <LockNote secondsLeft={secondsLeft} onReset={openAgain} />
          )
        }
        onChange={({ Username = '' }) => setTyped(String(Username))}
        onSubmit={submit}
        getErrorText={(error) => (failedWith(error, 'loginLocked') ? undefined : errorText(error))}
      />
    </Suspense>
  );
}
