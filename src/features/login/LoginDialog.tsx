import { FormattedMessage, useIntl } from 'react-intl';
import { useDispatch } from 'react-redux';
import { navigation } from '#src/lib/navigation.ts';
import { paths } from '#src/lib/paths.ts';
import { useStored } from '#src/lib/useStored.ts';
import { Dialog } from '#src/ui/Dialog.tsx';
import { LoginForm } from './LoginForm.tsx';

/** Over the page of somebody whose login has ended: all that was typed stays. Closed without a login it leads to the login page, and back from there. */
export function LoginDialog() {
  const intl = useIntl();
  const dispatch = useDispatch();
  const username = useStored('registeredSession')?.user.username ?? undefined;
  return (
    <Dialog size="small" title={intl.formatMessage({ id: 'login.again.title' })} closeLabel={intl.formatMessage({ id: 'action.close' })} onClose={() => dispatch(navigation.actions.pushedPage(paths.login()))}>
      <p><FormattedMessage id="login.again.text" /></p>
      <LoginForm username={username} />
    </Dialog>
  );
}
