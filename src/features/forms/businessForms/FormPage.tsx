import { styled } from '@linaria/react';
import { type CSSProperties, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link, useSearchParams } from 'react-router-dom';
import type { Account } from '#schemas/accounts/accounts.ts';
import type { BusinessFormDetail, FormFigures } from '#schemas/forms/businessForms.ts';
import { localize } from '#schemas/platform/common.ts';
import { useGetBusinessFormQuery } from '#src/api/forms/businessForms.ts';
import { hasReason } from '#src/api/client/errors.ts';
import { Loading } from '#src/forms/Failure.tsx';
import { StaffFailure } from '#src/forms/StaffFailure.tsx';
import { paths } from '#src/routing/paths.ts';
import type { RouteMatch } from '#src/routing/routes.ts';
import { usePortalTitle } from '#src/api/accounts/usePortalTitle.ts';
import { useShownLanguage } from '#src/locale/useShownLanguage.ts';
import { buttonClass } from '#src/ui/Button.tsx';
import { fieldClass } from '#src/ui/field.ts';
import { Eye } from '#src/ui/icons.ts';
import { FormFacts } from './FormFacts.tsx';
import { Frame, WayUp } from './Frame.tsx';
import { Links } from './Links.tsx';
import { StepTable } from './StepTable.tsx';
import { useStaffAccount } from '#src/api/accounts/useStaffAccount.ts';
import { Weeks } from './Weeks.tsx';

const Columns = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) 26rem;
  gap: var(--s-5);
  align-items: start;
  > div {
    display: grid;
    gap: var(--s-5);
  }
  section {
    padding: var(--s-6);
    background: var(--surface);
    border: 1px solid var(--border);
    border-radius: var(--r-lg);
  }
  section > header {
    display: flex;
    flex-wrap: wrap;
    gap: var(--s-3);
    align-items: center;
    justify-content: space-between;
  }
  section > header label {
    display: flex;
    gap: var(--s-2);
    align-items: center;
    font-size: var(--text-sm);
  }
  section > header select {
    width: auto;
    min-height: var(--control-sm);
    padding-block: 0.2rem;
  }
  h2 {
    font-size: var(--text-xl);
  }
  section > p {
    margin-top: var(--s-3);
    max-width: var(--measure);
    font-size: var(--text-sm);
  }
  section > p:last-child {
    color: var(--muted);
  }
  @media (max-width: 1279px) {
    grid-template-columns: minmax(0, 1fr);
  }
  @media (max-width: 767px) {
    section {
      padding: var(--s-4);
    }
  }
`;

const revisionParam = 'revision';

function Steps({ figures, weeks }: { figures: FormFigures; weeks: number }) {
  const intl = useIntl();
  const { begun, sent } = figures;
  if (begun === 0)
    return (
      <p>
        <FormattedMessage id="businessForms.steps.none" values={{ weeks }} />
      </p>
    );
  return (
    <>
      <p>
        <FormattedMessage
          id="businessForms.steps.sum"
          values={{ begun, sent, share: intl.formatNumber(sent / begun, { style: 'percent' }) }}
        />
      </p>
      <StepTable figures={figures} />
      <p>
        <FormattedMessage id="businessForms.steps.privacy" values={{ weeks }} />
      </p>
    </>
  );
}

type Revisions = BusinessFormDetail['revisions'];

/** Selects the revision of the figures. The choice is in the address. */
function RevisionSelect({ revision, revisions }: { revision: number; revisions: Revisions }) {
  const [, setQuery] = useSearchParams();
  const choose = (next: string) =>
    setQuery(
      (before) =>
        new URLSearchParams([
          ...[...before].filter(([name]) => name !== revisionParam),
          [revisionParam, next],
        ]),
      { replace: true },
    );
  return (
    <label>
      <FormattedMessage id="businessForms.steps.revision" />
      <select
        className={fieldClass}
        value={revision}
        onChange={({ target }) => choose(target.value)}
      >
        {revisions.map(({ number }) => (
          <option key={number} value={number}>
            {number}
          </option>
        ))}
      </select>
    </label>
  );
}

function StepsSection({
  figures,
  revisions,
  weeks,
}: {
  figures: FormFigures;
  revisions: Revisions;
  weeks: number;
}) {
  return (
    <section aria-labelledby="steps">
      <header>
        <h2 id="steps">
          <FormattedMessage id="businessForms.steps" />
        </h2>
        {revisions.length > 1 && (
          <RevisionSelect revision={figures.revision} revisions={revisions} />
        )}
      </header>
      <Steps figures={figures} weeks={weeks} />
    </section>
  );
}

function Opened({
  form,
  account,
  inAddress,
}: {
  form: BusinessFormDetail;
  account: Account;
  inAddress: string | undefined;
}) {
  const title = localize(form.title, useShownLanguage());
  const { weeks, submissions, figures, revisions } = form;
  usePortalTitle(title, account.id);
  return (
    <>
      <header>
        <div>
          <h1 tabIndex={-1}>{title}</h1>
          <FormFacts form={form} />
        </div>
        {form.revision !== null && (
          <Link className={buttonClass} to={paths.businessFormPreview(form.formId, inAddress)}>
            <Eye size={20} aria-hidden />
            <FormattedMessage id="businessForms.toPreview" />
          </Link>
        )}
      </header>
      <Columns
        data-brand
        style={
          { '--brand': account.mainColor, '--brand-2': account.secondaryColor } as CSSProperties
        }
      >
        <div>
          <section aria-labelledby="weeks">
            <h2 id="weeks">
              <FormattedMessage id="businessForms.weeks" />
            </h2>
            <Weeks weeks={weeks} counts={submissions} />
          </section>
          {figures && <StepsSection figures={figures} revisions={revisions} weeks={weeks.length} />}
        </div>
        <section aria-labelledby="links">
          <h2 id="links">
            <FormattedMessage id="businessForms.links" />
          </h2>
          <Links form={form} title={title} />
        </section>
      </Columns>
    </>
  );
}

function Asked({
  account,
  formId,
  inAddress,
  notFound,
}: {
  account: Account;
  formId: string;
  inAddress: string | undefined;
  notFound: ReactNode;
}) {
  const [query] = useSearchParams();
  const revision = Number(query.get(revisionParam));
  const { currentData, data, error, refetch } = useGetBusinessFormQuery({
    params: { acc: account.id, formId },
    query: Number.isInteger(revision) && revision > 0 ? { revision } : {},
  });
  if (hasReason(error, 'notFound') || hasReason(error, 'invalidInput')) return notFound;
  // shows the previous revision's figures while the new ones load
  const shown = currentData ?? (error ? undefined : data);
  return (
    <Frame id="content">
      <WayUp to={paths.businessForms(inAddress)}>
        <FormattedMessage id="businessForms.all" />
      </WayUp>
      {!shown && (error ? <StaffFailure error={error} retry={refetch} /> : <Loading />)}
      {shown && <Opened form={shown} account={account} inAddress={inAddress} />}
    </Frame>
  );
}

/** One form of an account: submissions by week, drop-off by step, and links. */
export function FormPage({
  route: {
    params: { formId = '' },
  },
  notFound,
}: {
  route: RouteMatch;
  notFound: ReactNode;
}) {
  const { account, isLoading, error, retry, inAddress } = useStaffAccount();
  if (account)
    return <Asked account={account} formId={formId} inAddress={inAddress} notFound={notFound} />;
  return isLoading || error ? (
    <Frame id="content">{error ? <StaffFailure error={error} retry={retry} /> : <Loading />}</Frame>
  ) : (
    notFound
  );
}
