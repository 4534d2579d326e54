import { useEffect, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { RegistrationWizard } from '#schemas/users.ts';
import { failedWith, toUserMessage } from '#src/api/errors.ts';
import { useGetRegistrationWizardQuery } from '#src/api/users.ts';
import { Button } from '#src/ui/Button.tsx';
import { Note } from '#src/ui/Note.tsx';

type WithWizardProps = {
  hashUserKey: string;
  onRegistered: () => void;
  children: (wizard: RegistrationWizard) => ReactNode;
};

/** Shows a step once the server has told whom it registers. */
export function WithWizard({ hashUserKey, onRegistered, children }: WithWizardProps) {
  const intl = useIntl();
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
      <p>{toUserMessage(error, (id) => intl.formatMessage({ id }))}</p>
      <Button variant="ghost" onClick={() => void refetch()}>
        <FormattedMessage id="action.retry" />
      </Button>
    </Note>
  );
}
