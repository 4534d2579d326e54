import { FormattedMessage } from 'react-intl';
import { Link } from 'react-router-dom';
import { useListCasesOfClientQuery } from '#src/api/cases/firmCases.ts';
import { Failure, Loading } from '#src/forms/Failure.tsx';
import { paths } from '#src/routing/paths.ts';
import { FolderSimple } from '#src/ui/portalIcons.ts';

const shownCases = 20;

/** The newest cases of a client that the reader may see. */
export function CasesSection({ acc, userId }: { acc: string; userId: string }) {
  const query = { userId, limit: shownCases, order: 'activity' } as const;
  const { data, error, refetch } = useListCasesOfClientQuery({ acc, query });
  return (
    <section>
      <h3>
        <FormattedMessage id="clients.cases" />
      </h3>
      {!data && (error ? <Failure error={error} retry={refetch} /> : <Loading />)}
      {data?.items.length === 0 && (
        <p>
          <FormattedMessage id="clients.cases.none" />
        </p>
      )}
      {data && data.items.length > 0 && (
        <ul>
          {data.items.map(({ caseId, header }) => (
            <li key={caseId}>
              <Link to={paths.firmCases(acc, caseId)}>
                <FolderSimple size={20} aria-hidden />
                <span>{header}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {data?.cursor !== undefined && (
        <p>
          <FormattedMessage id="clients.cases.more" values={{ count: shownCases }} />
        </p>
      )}
    </section>
  );
}
