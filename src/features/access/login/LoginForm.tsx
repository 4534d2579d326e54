import { styled } from '@linaria/react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import type { AccessPageData, LoginLock } from '#schemas/access/accessPages.ts';
import type { SecondStep } from '#schemas/access/sessions.ts';
import { hasReason, getProblem, isFinal } from '#src/api/client/errors.ts';
import { useErrorText } from '#src/api/client/useErrorText.ts';
import { focusControl } from '#src/engine/react/errors/ErrorSummary.tsx';
import { getControlId } from '#src/engine/react/context/ids.ts';
import { PageLink } from '#src/forms/PageLink.tsx';
import { PortalForm, type PortalFormHandle, type PostedPage } from '#src/forms/PortalForm.tsx';
import { deleteLock, saveLock } from '#src/device/loginLocks.ts';
import { supportsPasskeys } from '#src/device/passkeys.ts';
import { paths } from '#src/routing/paths.ts';
import { Note } from '#src/ui/Note.tsx';
import { useBrowserValue } from '#src/ui/useIsHydrated.ts';
import { PasskeyLogin } from './PasskeyLogin.tsx';
import { LockNote } from './LockNote.tsx';
import { SecondStepForm } from './SecondStepForm.tsx';
import { useLock } from './useLock.ts';
import { useLogin } from './useLogin.ts';

const Frame = styled.div`
  width: 100%;
  min-height: 20rem;
  button[type='submit']:not([aria-hidden]) {
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

/**
 * Lockout of the typed username. `openAgain` ends it after a password reset. `posted` is one that
 * the server's page shows.
 */
function useTypedLock(username = '', posted?: LoginLock) {
  const [typed, setTyped] = useState(username);
  const [first, setFirst] = useState(posted && { ...posted, username });
  useEffect(() => {
    if (first) saveLock(first.username, first.until);
  }, [first]);
  const ofPage = typed === first?.username ? first.secondsLeft : undefined;

  function openAgain(): void {
    setFirst(undefined);
    deleteLock(typed);
    focusControl(getControlId(typed ? 'Password' : 'Username'));
  }

  return { secondsLeft: useLock(typed) ?? ofPage, setTyped, openAgain };
}

/**
 * The passkey button where the browser supports passkeys. The server renders it. It is a component of
 * its own because an update of the login during hydration would replace the fields.
 */
function PasskeyFirst({ onUse }: { onUse: () => Promise<void> }) {
  const isSupported = useBrowserValue(supportsPasskeys, () => true);
  return isSupported && <PasskeyLogin isStep={false} onUse={onUse} />;
}

/** Step of the login: first step, perhaps with a reason to start over, or second step. */
type Stage = { isBack: boolean; notice?: string | undefined } | SecondStep;

/** Login with username, password and second factor. A lockout disables the form and counts down. */
export function LoginForm({
  username,
  hashUserKey,
  page,
  state,
}: {
  username?: string | undefined;
  hashUserKey?: string | undefined;
  /** The page that the server has rendered. */
  page?: AccessPageData | undefined;
  /** Sealed state of the page around the login, which its first step posts again. */
  state?: string | undefined;
}) {
  const [first] = useState(page);
  const { second, posted, notice } = first ?? {};
  const typed = second?.username ?? posted?.answers['Username'];
  const [known, setKnown] = useState(typeof typed === 'string' ? typed : username);
  const { logIn, confirm, byPasskey } = useLogin(known);
  const [stage, setStage] = useState<Stage>(second ?? { isBack: false, notice });
  const lock = useTypedLock(known, second?.lock ?? first?.lock);

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
          page={second && stage === second ? { ...second, posted } : undefined}
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
        page={first && { state, ...(second ? {} : { posted }) }}
        lock={lock}
        onSubmit={submit}
      />
      <PasskeyFirst onUse={() => byPasskey()} />
      <Forgotten>
        <PageLink to={paths.forgetPassword(hashUserKey)}>
          <FormattedMessage id="login.forgotPassword" />
        </PageLink>
        <PageLink to={paths.forgetUsername(hashUserKey)}>
          <FormattedMessage id="login.forgotUsername" />
        </PageLink>
      </Forgotten>
    </Frame>
  );
}

/** Username and password. A refusal clears the password. */
function FirstStepForm({
  username,
  hasFocus,
  notice,
  page,
  lock: { secondsLeft, setTyped, openAgain },
  onSubmit,
}: {
  username: string | undefined;
  hasFocus: boolean;
  /** reason to start over */
  notice: string | undefined;
  page: PostedPage | undefined;
  lock: ReturnType<typeof useTypedLock>;
  onSubmit: (answers: Record<string, unknown>) => Promise<void>;
}) {
  const errorText = useErrorText();
  const form = useRef<PortalFormHandle>(null);

  async function submit(answers: Record<string, unknown>): Promise<void> {
    try {
      await onSubmit(answers);
    } catch (error) {
      if (hasReason(error, 'wrongCredentials')) form.current?.refuse('Password');
      else if (isFinal(error)) form.current?.clear('Password');
      throw error;
    }
  }

  return (
    <Suspense fallback={<Placeholder />}>
      <PortalForm
        ref={form}
        name="login"
        page={page}
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
        getErrorText={(error) =>
          getProblem(error)?.nextPossibleRetry ? undefined : errorText(error)
        }
      />
    </Suspense>
  );
}
