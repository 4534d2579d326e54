import { useState, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { Link } from 'react-router-dom';
import { Button } from '#src/ui/Button.tsx';
import { Note } from '#src/ui/Note.tsx';
import type { Access } from './useOwner.ts';

type PinNoteProps = {
  access: Extract<Access, { by: 'pin' }>;
  /** Asks for the password over the page. */ login: (onClose: () => void) => ReactNode;
};

/** What whoever came by PIN cannot change yet, and the way to it: the registration, or the password they have chosen in it. */
export function PinNote({ access: { hasRegistered, registration }, login }: PinNoteProps) {
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
      {isAsked && login(() => setIsAsked(false))}
    </>
  );
}
