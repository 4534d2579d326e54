import { useIntl } from 'react-intl';
import { useDispatch } from 'react-redux';
import { navigation } from '#src/lib/navigation.ts';
import { paths } from '#src/lib/paths.ts';
import { useStored } from '#src/lib/useStored.ts';
import { Dialog } from '#src/ui/Dialog.tsx';
import { LoginForm } from './LoginForm.tsx';

type LoginDialogProps = {
  title: string;
  text: string;
  username: string | undefined;
  onClose: () => void;
};

/** A login over the page. */
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

/** Over the page of somebody whose login has ended: all that was typed stays. Closed without a login it leads to the login page, and back from there. */
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
