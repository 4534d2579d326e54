import type { ReactNode } from 'react';
import { Loading } from './Failure.tsx';
import { StaffFailure } from './StaffFailure.tsx';

type WithoutAccountProps = {
  title: string;
  isLoading: boolean;
  error: unknown;
  retry: () => unknown;
  /** for a user whose role does not see the page */
  children: ReactNode;
};

/** A page of staff while their account loads, if it cannot be loaded, and without one. */
export const WithoutAccount = ({
  title,
  isLoading,
  error,
  retry,
  children,
}: WithoutAccountProps) => (
  <div data-alone>
    <h1 tabIndex={-1}>{title}</h1>
    {isLoading && <Loading />}
    {error !== undefined && <StaffFailure error={error} retry={retry} />}
    {!isLoading && error === undefined && <p>{children}</p>}
  </div>
);
