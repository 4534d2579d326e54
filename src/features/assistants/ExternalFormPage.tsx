import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useParams } from 'react-router-dom';
import { localized } from '#schemas/common.ts';
import { isNetworkError, toUserMessage } from '#src/api/errors.ts';
import { applyTheme } from '#src/lib/brand.ts';
import { usePageTitle } from '#src/lib/usePageTitle.ts';
import { Button } from '#src/ui/Button.tsx';
import { ArrowClockwise } from '#src/ui/icons.ts';
import { Illustration } from '#src/ui/Illustration.tsx';
import { LetterPage } from '#src/ui/Page.tsx';
import type { ConsentName } from './Consent.tsx';
import { FormAside } from './FormAside.tsx';
import { FormFooter } from './FormFooter.tsx';
import { FormHeader } from './FormHeader.tsx';
import { FormSheet } from './FormSheet.tsx';
import { FormSkeleton } from './FormSkeleton.tsx';
import { Columns, Sheet } from './layout.ts';
import type { OpenedForm } from './openForm.ts';
import { useExternalForm } from './useExternalForm.ts';
import { useLanguage } from './useLanguage.ts';

type ShellProps = {
  /** What another feature shows in the header. */
  languageChoice: ReactNode;
  notFound: ReactNode;
  showToast: (toast: { level: 'error'; text: string }) => void;
};

/** /externalform/{processGuid}: a provider's form for visitors without an account. */
export function ExternalFormPage(shell: ShellProps) {
  const { processGuid = '' } = useParams();
  const [visit, setVisit] = useState(0);
  return <Visit key={`${processGuid} ${visit}`} {...shell} processGuid={processGuid} onStartAgain={() => setVisit((count) => count + 1)} />;
}

type VisitProps = ShellProps & { processGuid: string; onStartAgain: () => void };

function Visit({ processGuid, onStartAgain, ...shell }: VisitProps) {
  const form = useExternalForm(processGuid);
  if (form.state === 'loading') return <Columns><span /><Sheet id="content"><FormSkeleton /></Sheet></Columns>;
  if (form.state === 'notFound') return shell.notFound;
  if (form.state === 'failed') return <FailedPage error={form.error} onRetry={form.retry} />;
  return <ReadyForm {...shell} process={form.process} engine={form.engine} draft={form.draft} processGuid={processGuid} onStartAgain={onStartAgain} />;
}

function ReadyForm({ languageChoice, showToast, processGuid, onStartAgain, ...opened }: Omit<VisitProps, 'notFound'> & OpenedForm) {
  const language = useLanguage();
  const { process } = opened;
  const { accountId, accountName, headerLogoUrl, showAgb, showDatenschutz, theme } = process;
  const asked = useMemo<ConsentName[]>(() => [...(showAgb ? ['agbAccepted' as const] : []), ...(showDatenschutz ? ['datenschutzAccepted' as const] : [])], [showAgb, showDatenschutz]);
  usePageTitle(`${localized(process.formElement.title, language)} – ${accountName}`);
  useEffect(() => applyTheme(theme), [theme]);
  return (
    <>
      <FormHeader accountName={accountName} logoUrl={headerLogoUrl} website={process.contact.website}>{languageChoice}</FormHeader>
      <FormSheet {...opened} processGuid={processGuid} asked={asked} onStartAgain={onStartAgain} aside={<FormAside process={process} showToast={showToast} />} />
      <FormFooter accountId={accountId} statements={asked} />
    </>
  );
}

function FailedPage({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const intl = useIntl();
  const title = intl.formatMessage({ id: isNetworkError(error) ? 'form.failed.offline' : 'form.failed.title' });
  usePageTitle(title);
  return (
    <LetterPage title={title} illustration={<Illustration subject="key" />}>
      <p>{toUserMessage(error, (id) => intl.formatMessage({ id }))}</p>
      <Button variant="primary" icon={<ArrowClockwise size={20} aria-hidden />} onClick={onRetry}><FormattedMessage id="action.retry" /></Button>
    </LetterPage>
  );
}
