import { useEffect, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { RegistrationWizard } from '#schemas/access/users.ts';
import { failedWith } from '#src/api/client/errors.ts';
import { useErrorText } from '#src/api/client/useErrorText.ts';
import { useGetRegistrationWizardQuery } from '#src/api/access/users.ts';
import { Button } from '#src/ui/Button.tsx';
import { Note } from '#src/ui/Note.tsx';

type WithWizardProps = {
  hashUserKey: string;
  onRegistered: () => void;
  children: (wizard: RegistrationWizard) => ReactNode;
};

/** Loads the invited person, then shows the step. */
export function WithWizard({ hashUserKey, onRegistered, children }: WithWizardProps) {
  const errorText = useErrorText();
  const { data, error, isFetching, refetch } = useGetRegistrationWizardQuery({
    params: { hashUserKey },
  });
  const isRegistered = failedWith(error, 'alreadyRegistered');
  useEffect(() => {
    if (isRegistered) onRegistered();
  }, [isRegistered, onRegistered]);
  if (data) return children(data);
  if (!error || isRegistered || isFetching)
    return (
      <p role="status">
        <FormattedMessage id="app.loading" />
      </p>
    );
  return (
    <Note tone="danger" role="alert">
      <p>{errorText(error)}</p>
      <Button variant="ghost" onClick={() => void refetch()}>
        <FormattedMessage id="action.retry" />
      </Button>
    </Note>
  );
}
