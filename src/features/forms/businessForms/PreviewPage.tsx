import { styled } from '@linaria/react';
import { useEffect, useState, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Account } from '#schemas/accounts/accounts.ts';
import type { FormPreview } from '#schemas/forms/businessForms.ts';
import { localize } from '#schemas/platform/common.ts';
import {
  useGetBusinessFormQuery,
  usePreviewBusinessFormQuery,
} from '#src/api/forms/businessForms.ts';
import { hasReason, networkError } from '#src/api/client/errors.ts';
import type { FormEngine } from '#src/engine/react/context/formEngine.ts';
import { Failure, Loading } from '#src/forms/Failure.tsx';
import { StaffFailure } from '#src/forms/StaffFailure.tsx';
import { getColors } from '#src/brands/colors.ts';
import { paths } from '#src/routing/paths.ts';
import type { RouteMatch } from '#src/routing/routes.ts';
import { usePortalTitle } from '#src/api/accounts/usePortalTitle.ts';
import { useShownLanguage } from '#src/locale/useShownLanguage.ts';
import { Eye } from '#src/ui/icons.ts';
import { Note } from '#src/ui/Note.tsx';
import { Frame, WayUp } from './Frame.tsx';
import { openPreview } from './openPreview.ts';
import { PreviewForm } from './PreviewForm.tsx';
import { useStaffAccount } from '#src/api/accounts/useStaffAccount.ts';

/** Applies the provider's colours to the form only. */
const Coloured = styled.div`
  display: contents;
`;
/** Hides its content on wide screens, where the page header has the language switch. */
const OnPhones = styled.div`
  @media (min-width: 768px) {
    display: none;
  }
`;

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
      <PreviewForm preview={preview} engine={opened} accountId={accountId} />
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
  const name = data ? `${localize(data.formElement.title, language)}, ` : '';
  usePortalTitle(name + title, account.id);
  const hasNone = !data && hasReason(error, 'notFound');
  const form = useGetBusinessFormQuery(
    { params: { acc: account.id, formId }, query: {} },
    { skip: !hasNone },
  );
  const [shown, failure, retry] = hasNone
    ? [form.data, form.error, form.refetch]
    : [data, error, refetch];
  if (!shown && (hasReason(failure, 'notFound') || hasReason(failure, 'invalidInput')))
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
      {!shown && (failure ? <StaffFailure error={failure} retry={retry} /> : <Loading />)}
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
    <Frame id="content">{error ? <StaffFailure error={error} retry={retry} /> : <Loading />}</Frame>
  ) : (
    notFound
  );
}
