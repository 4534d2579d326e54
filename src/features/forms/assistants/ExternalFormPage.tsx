import { Suspense, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Navigate, useSearchParams } from 'react-router-dom';
import type { LoginRequired } from '#schemas/forms/assistants.ts';
import { hasReason, isNetworkError } from '#src/api/client/errors.ts';
import { useErrorText } from '#src/api/client/useErrorText.ts';
import { applyTheme } from '#src/brands/colors.ts';
import { pageParam, paths } from '#src/routing/paths.ts';
import { getIconUrl, useHeadLink } from '#src/routing/headLinks.ts';
import { usePageTitle } from '#src/routing/usePageTitle.ts';
import { Button } from '#src/ui/Button.tsx';
import { ArrowClockwise } from '#src/ui/icons.ts';
import { Illustration } from '#src/ui/Illustration.tsx';
import { LetterPage } from '#src/ui/Page.tsx';
import { Answered } from './AnsweredPage.tsx';
import { ClosedPage } from './ClosedPage.tsx';
import { FormAside } from './FormAside.tsx';
import { FormFooter } from '#src/forms/FormFooter.tsx';
import { FormHeader } from './FormHeader.tsx';
import type { OpeningState } from './drawnForm.ts';
import { FormSheet } from './FormSheet.tsx';
import { FormSkeleton } from '#src/forms/sheet/FormSkeleton.tsx';
import { Columns, FormPaper } from './layout.ts';
import { useFormLink, type FormLink } from './links.ts';
import type { OpenedForm } from './openForm.ts';
import { readPublicConfig } from '#src/api/client/config.ts';
import { deleteExpiredReceipts, type Sent } from '#src/device/indexedDb/receipts.ts';
import { sentHere } from './sentHere.ts';
import type { ConsentName } from '#src/forms/useConsent.ts';
import { lazyPart } from '#src/loading/lazyPart.ts';
import { toast } from '#src/ui/toast.ts';
import { useExternalForm } from './useExternalForm.ts';

// Lazy, because most forms have no PIN. A form with a PIN has loaded the code already.
const PinPage = lazyPart(async () => (await import('./PinPage.tsx')).PinPage);
const PinDialog = lazyPart(async () => (await import('./PinPage.tsx')).PinDialog);

/** Preloads the thank-you page, so that it works offline after submission. */
// loaded again on demand
const fetchThanksAhead = () => void import('./SucceedPage.tsx').catch(() => undefined);

type ShellProps = {
  /** Extra content of the header. */
  languageChoice: ReactNode;
  notFound: ReactNode;
};

/** A form for visitors without an account: /externalform/{processGuid}, or an external request. */
export function ExternalFormPage(shell: ShellProps) {
  const link = useFormLink();
  const [visit, setVisit] = useState(0);
  const [query] = useSearchParams();
  const [sent] = useState(() => (query.has(pageParam) ? sentHere(link.form) : undefined));
  if (sent)
    return (
      <Navigate to={link.succeed} replace state={{ ...sent, wasSentBefore: true } satisfies Sent} />
    );
  return (
    <Visit
      key={`${link.here} ${visit}`}
      {...shell}
      link={link}
      onStartAgain={() => setVisit((count) => count + 1)}
    />
  );
}

const LoadingPage = () => (
  <Columns>
    <span />
    <FormPaper id="content">
      <FormSkeleton />
    </FormPaper>
  </Columns>
);

/** Keeps the header of the PIN page while the form loads after it. */
function AskedHeader({ asked, children }: { asked: LoginRequired; children: ReactNode }) {
  const { accountId, accountName, headerLogoUrl, theme, contact } = asked;
  useEffect(() => applyTheme(theme), [theme]);
  useHeadLink('icon', getIconUrl(headerLogoUrl, accountId));
  return (
    <FormHeader accountName={accountName} logoUrl={headerLogoUrl} website={contact.website}>
      {children}
    </FormHeader>
  );
}

type VisitProps = ShellProps & { link: FormLink; onStartAgain: () => void };

function Visit({ link, onStartAgain, ...shell }: VisitProps) {
  const form = useExternalForm(link);
  const [asked, setAsked] = useState<LoginRequired>();
  // a draft of a closed form may need its PIN again
  const isWaiting = form.state === 'loading' || form.state === 'closed';
  if (isWaiting && form.pin && !asked) setAsked(form.pin.required);
  if (isWaiting && form.pin)
    return (
      <Suspense fallback={<LoadingPage />}>
        <PinPage request={form.pin}>{shell.languageChoice}</PinPage>
      </Suspense>
    );
  if (form.state === 'loading')
    return (
      <>
        {asked && <AskedHeader asked={asked}>{shell.languageChoice}</AskedHeader>}
        <LoadingPage />
      </>
    );
  if (form.state === 'notFound') return shell.notFound;
  if (form.state === 'closed')
    return <ClosedPage closed={form.closed} languageChoice={shell.languageChoice} />;
  if (form.state === 'answered')
    return (
      <Answered
        link={link}
        languageChoice={shell.languageChoice}
        answered={form}
        onDiscarded={onStartAgain}
      />
    );
  if (form.state === 'failed')
    return <Failed error={form.error} languageChoice={shell.languageChoice} onRetry={form.retry} />;
  if (form.state === 'sent') return <Navigate to={link.succeed} replace state={form.sent} />;
  return (
    <>
      <ReadyForm
        key={form.process.revision}
        {...shell}
        isAfterPin={asked !== undefined}
        {...pickOpened(form)}
        link={link}
        opening={form.opening && { failure: form.opening.failure, retry: form.retry }}
        onStartAgain={onStartAgain}
        onSendFailed={form.refresh}
      />
      {form.pin && (
        <Suspense>
          <PinDialog request={form.pin} />
        </Suspense>
      )}
    </>
  );
}

const pickOpened = ({
  process,
  engine,
  round,
  draft,
  restoredAt,
  lost,
  posted,
}: OpenedForm): OpenedForm => ({
  ...(posted ? { posted } : {}),
  restoredAt,
  process,
  engine,
  round,
  draft,
  lost,
});

function ReadyForm({
  languageChoice,
  link,
  onStartAgain,
  onSendFailed,
  isAfterPin,
  opening,
  ...opened
}: Omit<VisitProps, 'notFound'> &
  OpenedForm & {
    opening: OpeningState | undefined;
    onSendFailed: (error: unknown) => void;
    isAfterPin: boolean;
  }) {
  const { process } = opened;
  const { accountId, accountName, headerLogoUrl, showAgb, showDatenschutz, theme } = process;
  const asked = useMemo<ConsentName[]>(
    () => [
      ...(showAgb ? ['agbAccepted' as const] : []),
      ...(showDatenschutz ? ['datenschutzAccepted' as const] : []),
    ],
    [showAgb, showDatenschutz],
  );
  useEffect(() => applyTheme(theme), [theme]);
  useHeadLink('icon', getIconUrl(headerLogoUrl, accountId));
  useEffect(() => fetchThanksAhead(), []);
  useEffect(() => void readPublicConfig().then(deleteExpiredReceipts, () => undefined), []);
  useEffect(() => {
    if (isAfterPin) document.querySelector('h1')?.focus();
  }, [isAfterPin]); // the PIN field had the focus and was removed
  return (
    <>
      <FormHeader
        accountName={accountName}
        logoUrl={headerLogoUrl}
        website={process.contact.website}
      >
        {languageChoice}
      </FormHeader>
      <FormSheet
        {...opened}
        opening={opening}
        link={link}
        asked={asked}
        onStartAgain={onStartAgain}
        onSendFailed={onSendFailed}
        aside={<FormAside process={process} />}
      />
      <FormFooter accountId={accountId} statements={asked} />
    </>
  );
}

/** A 400 from the form login redirects to the home page. */
const isRefusedKey = (error: unknown): boolean => hasReason(error, 'invalidInput');

function ToStart({ error }: { error: unknown }) {
  const errorText = useErrorText();
  const text = errorText(error);
  const tell = useRef(() => toast({ level: 'error', text }));
  useEffect(() => void tell.current(), []);
  return <Navigate to={paths.base()} replace />;
}

type FailedProps = { error: unknown; languageChoice: ReactNode; onRetry: () => void };

const Failed = (props: FailedProps) =>
  isRefusedKey(props.error) ? <ToStart error={props.error} /> : <FailedPage {...props} />;

function FailedPage({ error, languageChoice, onRetry }: FailedProps) {
  const intl = useIntl();
  const errorText = useErrorText();
  const title = intl.formatMessage({
    id: isNetworkError(error) ? 'form.failed.offline' : 'form.failed.title',
  });
  usePageTitle(title);
  return (
    <LetterPage
      title={title}
      illustration={<Illustration subject="key" />}
      languageChoice={languageChoice}
      footer={<FormFooter />}
    >
      <p>{errorText(error)}</p>
      <Button variant="primary" icon={<ArrowClockwise size={20} aria-hidden />} onClick={onRetry}>
        <FormattedMessage id="action.retry" />
      </Button>
    </LetterPage>
  );
}
