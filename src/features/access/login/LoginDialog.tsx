import { useIntl } from 'react-intl';
import { useDispatch } from 'react-redux';
import { navigation } from '#src/routing/navigation.ts';
import { paths } from '#src/routing/paths.ts';
import { useStored } from '#src/device/useStored.ts';
import { Dialog } from '#src/ui/Dialog.tsx';
import { LoginForm } from './LoginForm.tsx';

type LoginDialogProps = {
  title: string;
  text: string;
  username: string | undefined;
  onClose: () => void;
};

/** A login in a dialog. */
export function LoginDialog({ title, text, username, onClose }: LoginDialogProps) {
  const intl = useIntl();
  return (
    <Dialog
      size="small"
      title={title}
      closeLabel={intl.formatMessage({ id: 'action.close' })}
      onClose={onClose}
    >
      <p>{text}</p>
      <LoginForm username={username} />
    </Dialog>
  );
}

/**
 * Login dialog after a session expired, so that typed text stays. Closing it redirects to /login.
 */
export function LoginAgain() {
  const intl = useIntl();
  const dispatch = useDispatch();
  const username = useStored('registeredSession')?.user.username ?? undefined;
  return (
    <LoginDialog
      title={intl.formatMessage({ id: 'login.again.title' })}
      text={intl.formatMessage({ id: 'login.again.text' })}
      username={username}
      onClose={() => dispatch(navigation.actions.pushedPage(paths.login()))}
    />
  );
}
