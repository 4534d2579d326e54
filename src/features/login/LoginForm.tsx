import { styled } from '@linaria/react';
import { Suspense, useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import { failedWith, toUserMessage } from '#src/api/errors.ts';
import { PortalForm, type PortalFormHandle } from '#src/forms/PortalForm.tsx';
import { paths } from '#src/lib/paths.ts';
import { LockNote } from './LockNote.tsx';
import { useLock } from './useLock.ts';
import { useLogin } from './useLogin.ts';

const Frame = styled.div`
  width: 100%; min-height: 20rem;
  button[type='submit'] { width: 100%; }
`;

const Forgotten = styled.p`
  display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 var(--s-5); margin-top: var(--s-5); font-size: var(--text-sm);
  a { padding-block: var(--s-2); }
`;

/** Username and password. What is wrong is said above the button; a lock counts down and closes the form. */
export function LoginForm({ username, hashUserKey }: { username?: string | undefined; hashUserKey?: string | undefined }) {
  const intl = useIntl();
  const login = useLogin();
  const secondsLeft = useLock();
  const form = useRef<PortalFormHandle>(null);

  async function submit(answers: Record<string, unknown>): Promise<void> {
    try {
      await login(answers);
    } catch (error) {
      form.current?.clear('Password');
      throw error;
    }
  }

  return (
    <Frame>
      <Suspense>
        <PortalForm
          ref={form} name="login" {...(username ? { initial: { Username: username } } : {})} submitIcon={null} isClosed={Boolean(secondsLeft)}
          header={() => secondsLeft !== undefined && <LockNote secondsLeft={secondsLeft} />}
          onSubmit={submit} errorText={(error) => (failedWith(error, 'loginLocked') ? undefined : toUserMessage(error, (id) => intl.formatMessage({ id })))}
        />
      </Suspense>
      <Forgotten>
        <Link to={paths.forgetPassword(hashUserKey)}><FormattedMessage id="login.forgotPassword" /></Link>
        <Link to={paths.forgetUsername(hashUserKey)}><FormattedMessage id="login.forgotUsername" /></Link>
      </Forgotten>
    </Frame>
  );
}
