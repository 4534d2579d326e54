import { Suspense, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import { lazyPart } from '#src/loading/lazyPart.ts';
import { Button } from '#src/ui/Button.tsx';
import { Note } from '#src/ui/Note.tsx';
import type { Access } from './useOwner.ts';

const LoginDialog = lazyPart(
  async () => (await import('#src/features/access/login/LoginDialog.tsx')).LoginDialog,
);

type PinNoteProps = { access: Extract<Access, { by: 'pin' }>; username: string | undefined };

/** Notice for PIN sessions: register or log in to change these settings. */
export function PinNote({ access: { hasRegistered, registration }, username }: PinNoteProps) {
  const intl = useIntl();
  const [isAsked, setIsAsked] = useState(false);
  if (!hasRegistered)
    return (
      <Note>
        <p>
          <FormattedMessage id="settings.byPin" />
        </p>
        {registration && (
          <p>
            <Link to={registration}>
              <FormattedMessage id="settings.byPin.register" />
            </Link>
          </p>
        )}
      </Note>
    );
  return (
    <>
      <Note>
        <p>
          <FormattedMessage id="settings.byPin.registered" />
        </p>
        <Button variant="ghost" onClick={() => setIsAsked(true)}>
          <FormattedMessage id="settings.byPin.logIn" />
        </Button>
      </Note>
      {isAsked && (
        <Suspense>
          <LoginDialog
            title={intl.formatMessage({ id: 'login.title' })}
            text={intl.formatMessage({ id: 'settings.login.text' })}
            username={username}
            onClose={() => setIsAsked(false)}
          />
        </Suspense>
      )}
    </>
  );
}
