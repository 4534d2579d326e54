import { styled } from '@linaria/react';
import { useEffect, type CSSProperties } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link, useSearchParams } from 'react-router-dom';
import type { Account } from '#schemas/accounts/accounts.ts';
import type { BusinessForm } from '#schemas/forms/businessForms.ts';
import { localize } from '#schemas/platform/common.ts';
import { useBusinessFormsInfiniteQuery } from '#src/api/forms/businessForms.ts';
import type { ApiError } from '#src/api/client/errors.ts';
import { Loading } from '#src/forms/Failure.tsx';
import { StaffFailure } from '#src/forms/StaffFailure.tsx';
import { paths, staffAccountParam } from '#src/routing/paths.ts';
import { usePortalTitle } from '#src/api/accounts/usePortalTitle.ts';
import { useShownLanguage } from '#src/locale/useShownLanguage.ts';
import { buttonClass } from '#src/ui/Button.tsx';
import { CopyButton } from '#src/ui/CopyButton.tsx';
import { fieldClass } from '#src/ui/field.ts';
import { Eye } from '#src/ui/icons.ts';
import { Illustration } from '#src/ui/Illustration.tsx';
import { WrappedText } from '#src/ui/WrappedText.tsx';
import { FormFacts, stateTexts } from './FormFacts.tsx';
import { Frame } from './Frame.tsx';
import { useStaffAccount } from '#src/api/accounts/useStaffAccount.ts';

const Chips = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: var(--s-2);
  button {
    min-height: 2.25rem;
    padding: 0.2rem 0.85rem;
    border: 1px solid var(--border);
    border-radius: var(--r-full);
    background: var(--surface);
    font-size: var(--text-sm);
    font-weight: var(--fw-medium);
    font-variant-numeric: tabular-nums;
  }
  button[aria-pressed='true'] {
    border-color: var(--accent-edge);
    background: var(--accent-tint-2);
    color: var(--accent-text);
    font-weight: var(--fw-strong);
  }
  @media (max-width: 767px) {
    button {
      min-height: var(--target-min);
    }
  }
`;

const List = styled.ul`
  display: grid;
  gap: var(--s-3);
  > li {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    gap: var(--s-3) var(--s-6);
    align-items: start;
    padding: var(--s-5) var(--s-6);
    background: var(--surface);
    border: 1px solid var(--border);
    border-radius: var(--r-lg);
  }
  h2 {
    margin-bottom: var(--s-2);
    font-size: var(--text-xl);
    line-height: 1.25;
  }
  h2 a {
    color: var(--text);
    text-decoration: none;
  }
  h2 a:hover {
    text-decoration: underline;
  }
  [data-figures] {
    display: grid;
    gap: var(--s-1);
    justify-items: end;
    width: 15rem;
    color: var(--muted);
    font-size: var(--text-sm);
    font-variant-numeric: tabular-nums;
    text-align: right;
  }
  [data-figures] b {
    color: var(--text);
    font-weight: var(--fw-strong);
  }
  [data-doing] {
    grid-column: 1 / -1;
    display: flex;
    flex-wrap: wrap;
    gap: var(--s-2);
  }
  [data-doing] > * {
    min-height: var(--control-sm);
    padding-block: 0.2rem;
    font-size: var(--text-sm);
  }
  @media (max-width: 767px) {
    > li {
      grid-template-columns: minmax(0, 1fr);
      padding: var(--s-4);
    }
    [data-figures] {
      justify-items: start;
      width: auto;
      text-align: left;
    }
    [data-doing] > * {
      flex: 1 1 9rem;
      min-height: var(--target-min);
    }
  }
`;

/** Sparkline of submissions by week. Decorative, because the number is beside it. */
const Bars = styled.span`
  display: flex;
  gap: 2px;
  align-items: flex-end;
  width: 9rem;
  height: 2rem;
  border-bottom: 1px solid var(--border-strong);
  > i {
    flex: 1;
    min-height: 0;
    border-radius: 1px 1px 0 0;
    background: var(--accent-edge);
  }
`;

const Empty = styled.div`
  display: grid;
  gap: var(--s-4);
  justify-items: start;
  padding: var(--s-7);
  background: var(--surface);
  border: 1px solid var(--border);
  border-radius: var(--r-lg);
  p {
    max-width: 58ch;
  }
  code {
    font-family: var(--font-mono);
    font-size: 0.9em;
    overflow-wrap: anywhere;
  }
  @media (max-width: 767px) {
    padding: var(--s-5) var(--s-4);
  }
`;

const states = ['published', 'draft', 'withdrawn'] as const;
const stateParam = 'state';

/** Loads all pages of forms in sequence, because the filters count all of them. */
function useForms(accountId: string) {
  const { data, error, hasNextPage, isFetching, fetchNextPage, refetch } =
    useBusinessFormsInfiniteQuery(accountId);
  useEffect(() => {
    if (hasNextPage && !isFetching && !error) void fetchNextPage();
  }, [hasNextPage, isFetching, error, fetchNextPage]);
  return {
    forms: data?.pages.flatMap(({ items }) => items),
    weeks: data?.pages[0]?.weeks.length ?? 0,
    error: error as ApiError | undefined,
    retry: () => void refetch(),
  };
}

/** Number of submissions in all weeks and in this one. */
function SentFigures({ submissions, weeks }: { submissions: readonly number[]; weeks: number }) {
  const most = Math.max(1, ...submissions);
  return (
    <div data-figures>
      <Bars aria-hidden>
        {submissions.map((count, week) => (
          <i key={week} style={{ height: `${(count / most) * 100}%` }} />
        ))}
      </Bars>
      <b>
        <FormattedMessage
          id="businessForms.sent"
          values={{ count: submissions.reduce((sum, count) => sum + count, 0), weeks }}
        />
      </b>
      <span>
        <FormattedMessage
          id="businessForms.sent.thisWeek"
          values={{ count: submissions.at(-1) ?? 0 }}
        />
      </span>
    </div>
  );
}

function Row({
  form,
  weeks,
  inAddress,
}: {
  form: BusinessForm;
  weeks: number;
  inAddress: string | undefined;
}) {
  const intl = useIntl();
  const title = localize(form.title, useShownLanguage());
  return (
    <li>
      <div>
        <h2>
          <Link to={paths.businessForm(form.formId, inAddress)}>{title}</Link>
        </h2>
        <FormFacts form={form} />
      </div>
      <SentFigures submissions={form.submissions} weeks={weeks} />
      {form.revision !== null && (
        <div data-doing>
          {form.url !== null && (
            <CopyButton
              text={form.url}
              label={intl.formatMessage({ id: 'businessForms.copyLink' })}
              doneLabel={intl.formatMessage({ id: 'businessForms.copied' })}
            />
          )}
          <Link
            className={buttonClass}
            to={paths.businessFormPreview(form.formId, inAddress)}
            aria-label={intl.formatMessage({ id: 'businessForms.previewOf' }, { title })}
          >
            <Eye size={20} aria-hidden />
            <FormattedMessage id="businessForms.preview" />
          </Link>
        </div>
      )}
    </li>
  );
}

/** Documentation of the provider API. */
const calls = {
  create: 'POST /provider/v1/forms',
  publish: 'POST /provider/v1/forms/{formId}/publish',
};

function EmptyForms() {
  return (
    <Empty>
      <Illustration subject="folder" />
      <h2>
        <FormattedMessage id="businessForms.empty" />
      </h2>
      <p>
        <FormattedMessage
          id="businessForms.empty.how"
          values={{
            create: <code key="create">{calls.create}</code>,
            publish: <code key="publish">{calls.publish}</code>,
          }}
        />
      </p>
      <a className={buttonClass} href="/api/docs">
        <FormattedMessage id="businessForms.empty.docs" />
      </a>
    </Empty>
  );
}

function Forms({ account, inAddress }: { account: Account; inAddress: string | undefined }) {
  const intl = useIntl();
  const [query, setQuery] = useSearchParams();
  const { forms, weeks, error, retry } = useForms(account.id);
  const state = states.find((each) => each === query.get(stateParam));
  const choose = (next: string | undefined) =>
    setQuery(
      (before) =>
        new URLSearchParams([
          ...[...before].filter(([name]) => name !== stateParam),
          ...(next === undefined ? [] : [[stateParam, next]]),
        ]),
      { replace: true },
    );
  if (!forms) return error ? <StaffFailure error={error} retry={retry} /> : <Loading />;
  if (forms.length === 0) return <EmptyForms />;
  const shown = states
    .filter((each) => state === undefined || state === each)
    .flatMap((each) => forms.filter((form) => form.state === each)); // published forms first
  return (
    <>
      {error && <StaffFailure error={error} retry={retry} />}
      <Chips role="group" aria-label={intl.formatMessage({ id: 'businessForms.filters' })}>
        <button type="button" aria-pressed={state === undefined} onClick={() => choose(undefined)}>
          <FormattedMessage id="businessForms.filter.all" />{' '}
          <WrappedText>{forms.length}</WrappedText>
        </button>
        {states.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={state === each}
            onClick={() => choose(each)}
          >
            <FormattedMessage id={stateTexts[each]} />{' '}
            <WrappedText>{forms.filter((form) => form.state === each).length}</WrappedText>
          </button>
        ))}
      </Chips>
      {shown.length === 0 && (
        <p>
          <FormattedMessage id="businessForms.filter.empty" />
        </p>
      )}
      <List
        data-brand
        style={
          { '--brand': account.mainColor, '--brand-2': account.secondaryColor } as CSSProperties
        }
      >
        {shown.map((form) => (
          <Row key={form.formId} form={form} weeks={weeks} inAddress={inAddress} />
        ))}
      </List>
    </>
  );
}

/** The account's forms, for its staff. */
export function FormsPage() {
  const intl = useIntl();
  const [, setQuery] = useSearchParams();
  const { account, accounts, isLoading, error, retry, inAddress } = useStaffAccount();
  const title = intl.formatMessage({ id: 'businessForms.title' });
  usePortalTitle(title, account?.id);
  return (
    <Frame id="content">
      <header>
        <div>
          <h1 tabIndex={-1}>{title}</h1>
          <p>
            <FormattedMessage id="businessForms.intro" />
          </p>
        </div>
        {accounts.length > 1 && (
          <label>
            <FormattedMessage id="businessForms.account" />
            <select
              className={fieldClass}
              value={account?.id ?? ''}
              onChange={({ target }) => setQuery({ [staffAccountParam]: target.value })}
            >
              {accounts.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        )}
      </header>
      {isLoading && <Loading />}
      {error && <StaffFailure error={error} retry={retry} />}
      {!isLoading && !error && !account && (
        <p>
          <FormattedMessage id="businessForms.none" />
        </p>
      )}
      {account && <Forms key={account.id} account={account} inAddress={inAddress} />}
    </Frame>
  );
}
