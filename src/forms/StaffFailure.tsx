import { FormattedMessage } from 'react-intl';
import { Link } from 'react-router-dom';
import { hasReason } from '#src/api/client/errors.ts';
import { paths } from '#src/routing/paths.ts';
import { Note } from '#src/ui/Note.tsx';
import { ErrorText, Failure } from './Failure.tsx';

/** An error of a page for staff. Without the second factor that the firm demands, it links it. */
export const StaffFailure = ({ error, retry }: { error: unknown; retry: () => unknown }) =>
  hasReason(error, 'secondFactorRequired') ? (
    <Note tone="danger" role="alert">
      <p>
        <ErrorText error={error} />
      </p>
      <p>
        <Link to={paths.settings()}>
          <FormattedMessage id="secondFactor.toSettings" />
        </Link>
      </p>
    </Note>
  ) : (
    <Failure error={error} retry={retry} />
  );
