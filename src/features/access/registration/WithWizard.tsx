import { useEffect, type ReactNode } from 'react';
import type { RegistrationWizard } from '#schemas/access/users.ts';
import { hasReason } from '#src/api/client/errors.ts';
import { useGetRegistrationWizardQuery } from '#src/api/access/users.ts';
import { Failure, Loading } from '#src/forms/Failure.tsx';

type WithWizardProps = {
  hashUserKey: string;
  onRegistered: () => void;
  children: (wizard: RegistrationWizard) => ReactNode;
};

/** Loads the invited person, then shows the step. */
export function WithWizard({ hashUserKey, onRegistered, children }: WithWizardProps) {
  const { data, error, isFetching, refetch } = useGetRegistrationWizardQuery({
    params: { hashUserKey },
  });
  const isRegistered = hasReason(error, 'alreadyRegistered');
  useEffect(() => {
    if (isRegistered) onRegistered();
  }, [isRegistered, onRegistered]);
  if (data) return children(data);
  if (!error || isRegistered || isFetching) return <Loading />;
  return <Failure error={error} retry={refetch} />;
}
