import { styled } from '@linaria/react';
import { Suspense, useEffect, useMemo, useState, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useDispatch } from 'react-redux';
import { useSearchParams } from 'react-router-dom';
import type { Account } from '#schemas/accounts/accounts.ts';
import type { FormPreview } from '#schemas/forms/businessForms.ts';
import { localized } from '#schemas/platform/common.ts';
import {
  useGetBusinessFormQuery,
  usePreviewBusinessFormQuery,
} from '#src/api/forms/businessForms.ts';
import type { AppDispatch } from '#src/api/client/dispatch.ts';
import { failedWith, networkError } from '#src/api/client/errors.ts';
import { AssistantForm } from '#src/engine/react/form/AssistantForm.tsx';
import { FormProgress } from '#src/engine/react/navigation/FormOutline.tsx';
import type { FormEngine } from '#src/engine/react/context/formEngine.ts';
import { provide, servicesOf } from '#src/engine/react/services/services.ts';
import { uploads } from '#src/engine/react/services/uploads.ts';
import { useSteps } from '#src/engine/react/navigation/useSteps.ts';
import { ConsentBoxes } from '#src/forms/Consent.tsx';
import { Failure, Loading } from '#src/forms/Failure.tsx';
import { createServices } from '#src/forms/services.ts';
import { FormSkeleton } from '#src/forms/sheet/FormSkeleton.tsx';
import { useConsent, type ConsentName } from '#src/forms/useConsent.ts';
import { getColors } from '#src/brands/colors.ts';
import { pageParam, paths } from '#src/routing/paths.ts';
import type { RouteMatch } from '#src/routing/routes.ts';
import { usePageTitle } from '#src/routing/usePageTitle.ts';
import { useShownLanguage } from '#src/locale/useShownLanguage.ts';
import { Eye } from '#src/ui/icons.ts';
import { Markdown } from '#src/ui/Markdown.tsx';
import { Note } from '#src/ui/Note.tsx';
import { toast } from '#src/ui/toast.ts';
import { fileViewer } from '#widgets/file/service.ts';
import { Frame, WayUp } from './Frame.tsx';
import { heldUploads } from './heldUploads.ts';
import { openPreview } from './openPreview.ts';
import { useStaffAccount } from './useStaffAccount.ts';

const Sheet = styled.article`
  width: 100%;
  max-width: 46rem;
  margin-inline: auto;
  padding: var(--s-7) var(--s-8);
  background: var(--form-element-background, var(--surface));
  border: 1px solid var(--border);
  border-radius: var(--r-xs);
  box-shadow: var(--shadow-2);
  @media (max-width: 767px) {
    width: calc(100% + 2 * var(--gutter));
    margin-inline: calc(-1 * var(--gutter));
    padding: var(--s-5) var(--gutter);
    border-width: 1px 0;
    box-shadow: none;
  }
`;
const Intro = styled.div`
  display: grid;
  gap: var(--s-4);
  margin-bottom: var(--s-6);
  > p {
    color: var(--muted);
  }
  > p > b {
    color: var(--danger-text);
  }
`;
/** Applies the provider's colours to the form only. */
const Coloured = styled.div`
  display: contents;
`;
/** Where the page's language switch is hidden. */
const OnPhones = styled.div`
  @media (min-width: 768px) {
    display: none;
  }
`;

function Form({
  preview,
  engine,
  accountId,
}: {
  preview: FormPreview;
  engine: FormEngine;
  accountId: string;
}) {
  const intl = useIntl();
  const dispatch = useDispatch<AppDispatch>();
  const language = useShownLanguage();
  const {
    formElement: { title, description, submitLabel },
    assistantNotice,
    showAgb,
    showDatenschutz,
  } = preview;
  const asked = useMemo<ConsentName[]>(
    () => [
      ...(showAgb ? ['agbAccepted' as const] : []),
      ...(showDatenschutz ? ['datenschutzAccepted' as const] : []),
    ],
    [showAgb, showDatenschutz],
  );
  const { refuse, items: consentItems, ...consent } = useConsent(asked);
  const [query, setQuery] = useSearchParams();
  const steps = useSteps({
    engine,
    language,
    wanted: query.get(pageParam) ?? undefined,
    onGo: (id) =>
      setQuery(
        (before) =>
          new URLSearchParams([
            ...[...before].filter(([name]) => name !== pageParam),
            [pageParam, id],
          ]),
      ),
  });
  const services = useMemo(() => {
    const given = createServices(dispatch, (id) => intl.formatMessage({ id }), { accountId });
    return servicesOf([
      ...given.filter(([service]) => service !== fileViewer),
      provide(uploads, heldUploads()),
    ]);
  }, [dispatch, accountId, intl]);
  const besides = {
    answered: asked.filter((name) => consent.value[name]).length,
    required: asked.length,
    errors: consent.missing.length,
  };
  const header = (
    <Intro>
      <h2>{localized(title, language)}</h2>
      {steps.current === 0 && (
        <p>
          {description && `${localized(description, language)} `}
          <FormattedMessage
            id="form.requiredHint"
            values={{ b: (words) => <b key="star">{words}</b> }}
          />
        </p>
      )}
      {steps.current === 0 && assistantNotice && (
        <Note tone="warning">
          <Markdown text={localized(assistantNotice, language)} />
        </Note>
      )}
    </Intro>
  );
  return (
    <>
      {steps.list.length > 1 && (
        <FormProgress engine={engine} steps={steps} language={language} besides={besides}>
          {null}
        </FormProgress>
      )}
      <Sheet>
        <Suspense fallback={<FormSkeleton />}>
          <AssistantForm
            engine={engine}
            steps={steps}
            language={language}
            services={services}
            header={header}
            isSubmitting={false}
            onSubmit={() => {
              if (!refuse(asked.filter((name) => !consent.value[name])))
                toast({
                  level: 'success',
                  text: intl.formatMessage({ id: 'businessForms.preview.fits' }),
                });
            }}
            isConsentMissing={() => refuse(asked.filter((name) => !consent.value[name]))}
            consentItems={consentItems}
            consent={<ConsentBoxes {...consent} accountId={accountId} />}
            submitLabel={
              submitLabel
                ? localized(submitLabel, language)
                : intl.formatMessage({ id: 'form.submit' })
            }
          />
        </Suspense>
      </Sheet>
    </>
  );
}

/** Fetches the form's validators and views once per revision. */
function Tried({ preview, accountId }: { preview: FormPreview; accountId: string }) {
  const [opened, setOpened] = useState<FormEngine | 'failed'>();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    openPreview(preview).then(
      (engine) => {
        if (isCurrent) setOpened(engine);
      },
      () => {
        if (isCurrent) setOpened('failed');
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [preview, attempt]);
  if (opened === 'failed')
    return (
      <Failure
        error={networkError}
        retry={() => {
          setOpened(undefined);
          setAttempt((count) => count + 1);
        }}
      />
    );
  return opened ? (
    <Coloured data-brand style={Object.fromEntries(getColors(preview.theme))}>
      <Form preview={preview} engine={opened} accountId={accountId} />
    </Coloured>
  ) : (
    <Loading />
  );
}

function Asked({
  account,
  formId,
  inAddress,
  languageChoice,
  notFound,
}: {
  account: Account;
  formId: string;
  inAddress: string | undefined;
  languageChoice: ReactNode;
  notFound: ReactNode;
}) {
  const intl = useIntl();
  const language = useShownLanguage();
  const { data, error, refetch } = usePreviewBusinessFormQuery({
    params: { acc: account.id, formId },
  });
  const title = intl.formatMessage({ id: 'businessForms.preview' });
  usePageTitle(data ? `${title} – ${localized(data.formElement.title, language)}` : title);
  const hasNone = !data && failedWith(error, 'notFound');
  const form = useGetBusinessFormQuery(
    { params: { acc: account.id, formId }, query: {} },
    { skip: !hasNone },
  );
  const [shown, failure, retry] = hasNone
    ? [form.data, form.error, form.refetch]
    : [data, error, refetch];
  if (!shown && (failedWith(failure, 'notFound') || failedWith(failure, 'invalidInput')))
    return notFound;
  return (
    <Frame id="content">
      <WayUp to={paths.businessForm(formId, inAddress)}>
        <FormattedMessage id="businessForms.preview.toForm" />
      </WayUp>
      <header>
        <div>
          <h1 tabIndex={-1}>{title}</h1>
        </div>
        <OnPhones>{languageChoice}</OnPhones>
      </header>
      {data && (
        <Note tone="accent" icon={Eye}>
          <p>
            <FormattedMessage id="businessForms.preview.note" />
          </p>
        </Note>
      )}
      {hasNone && shown && (
        <p>
          <FormattedMessage id="businessForms.preview.none" />
        </p>
      )}
      {!shown && (failure ? <Failure error={failure} retry={retry} /> : <Loading />)}
      {data && <Tried preview={data} accountId={account.id} />}
    </Frame>
  );
}

/** Preview of a form for the account's staff. */
export function PreviewPage({
  route: {
    params: { formId = '' },
  },
  notFound,
  ...props
}: {
  route: RouteMatch;
  notFound: ReactNode;
  languageChoice: ReactNode;
}) {
  const { account, isLoading, error, retry, inAddress } = useStaffAccount();
  if (account)
    return (
      <Asked
        account={account}
        formId={formId}
        inAddress={inAddress}
        notFound={notFound}
        {...props}
      />
    );
  return isLoading || error ? (
    <Frame id="content">{error ? <Failure error={error} retry={retry} /> : <Loading />}</Frame>
  ) : (
    notFound
  );
}
