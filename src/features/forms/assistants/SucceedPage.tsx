import { styled } from '@linaria/react';
import { Suspense, use, useEffect, useState, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link, Navigate, useLocation, useNavigate } from 'react-router-dom';
import { findOtherLanguage, localize } from '#schemas/platform/common.ts';
import { formLimits } from '#schemas/forms/limits.ts';
import { FormFooter } from '#src/forms/FormFooter.tsx';
import { ProviderLogo } from '#src/forms/ProviderLogo.tsx';
import { applyTheme } from '#src/brands/colors.ts';
import { getIconUrl, useHeadLink } from '#src/routing/headLinks.ts';
import { usePageTitle } from '#src/routing/usePageTitle.ts';
import { parseWebAddress } from '#src/routing/parseWebAddress.ts';
import { useMoment } from '#src/locale/useMoment.ts';
import { Button, buttonClass } from '#src/ui/Button.tsx';
import { Illustration } from '#src/ui/Illustration.tsx';
import { Markdown } from '#src/ui/Markdown.tsx';
import { LetterPage } from '#src/ui/Page.tsx';
import { useIsHydrated } from '#src/ui/useIsHydrated.ts';
import { PageDataContext } from './formPage.ts';
import { useFormLink, type FormLink } from './links.ts';
import { lazyPart } from '#src/loading/lazyPart.ts';
import type { SentCopyProps } from './SentCopy.tsx';
import { dropCopy, getCopy } from './sentHere.ts';
import { useReturnRedirect, type ReturnRedirect } from './useReturnRedirect.ts';
import { findReceipt } from './findReceipt.ts';
import { useKeptReceipt } from './useKeptReceipt.ts';
import {
  deleteReceipt,
  type Copy,
  type Receipt,
  type Sent,
} from '#src/device/indexedDb/receipts.ts';
import { forgetEarlyInput } from '#src/device/earlyInput.ts';
import { endStoredDraft } from '#src/device/indexedDb/draftStorage.ts';
import { useShownLanguage } from '#src/locale/useShownLanguage.ts';

// Renders nothing offline, so that the rest of the page still shows.
const SentCopy = lazyPart(async () => {
  const loaded = await import('./SentCopy.tsx').catch(() => undefined);
  return loaded?.SentCopy ?? ((_: SentCopyProps) => null);
});

const Facts = styled.dl`
  display: flex;
  flex-wrap: wrap;
  gap: var(--s-2) var(--s-6);
  margin: 0;
  dt {
    color: var(--muted);
    font-size: var(--text-sm);
  }
  dd {
    margin: 0;
    overflow-wrap: anywhere;
    font-variant-numeric: tabular-nums lining-nums;
  }
`;

/** State of the history entry after submission; it survives a reload. */
const isSent = (state: unknown): state is Sent =>
  typeof state === 'object' && state !== null && 'thanks' in state;

export function SucceedPage({ languageChoice }: { languageChoice: ReactNode }) {
  const link = useFormLink();
  const { state } = useLocation() as { state: unknown };
  const embedded = useEmbeddedReceipt(link, isSent(state));
  const sent = isSent(state) ? state : embedded;
  return sent ? (
    <Succeeded
      key={sent.receipt?.submissionId ?? ''}
      link={link}
      languageChoice={languageChoice}
      sent={sent}
    />
  ) : (
    <KeptOrForm link={link} />
  );
}

/**
 * Returns the receipt that the document carries. It moves into the history entry, out of the
 * address, and the draft of a form that was sent before its scripts came ends.
 */
function useEmbeddedReceipt(
  { form, here, succeed }: FormLink,
  hasState: boolean,
): Sent | undefined {
  const { sent } = use(PageDataContext);
  const navigate = useNavigate();
  const embedded = sent?.here === succeed && !hasState ? sent : undefined;
  useEffect(() => {
    if (!embedded) return;
    const { thanks, receipt } = embedded;
    const state: Sent = { thanks, receipt, wasSentBefore: false };
    forgetEarlyInput(here);
    void endStoredDraft(form).then(() => navigate(succeed, { replace: true, state }));
  }, [embedded, form, here, succeed, navigate]);
  return embedded && { ...embedded, wasSentBefore: false };
}

/** Shows the newest receipt of this device, or else the form. */
function KeptOrForm({ link }: { link: FormLink }) {
  const sent = useKeptReceipt(link.form);
  if (sent === 'loading') return null;
  return <Navigate to={sent ? link.succeed : link.here} replace state={sent} />;
}

/** Returns the copy of a submission: of this page, or after a reload of this device. */
function useCopy(form: string, submissionId: string | undefined): Copy | undefined {
  const [copy, setCopy] = useState(() =>
    submissionId === undefined ? undefined : getCopy(submissionId),
  );
  useEffect(() => {
    if (submissionId === undefined || copy) return undefined;
    let isCurrent = true;
    void findReceipt(form, submissionId).then((kept) => isCurrent && setCopy(kept?.copy));
    return () => {
      isCurrent = false;
    };
  }, [form, submissionId, copy]);
  return copy;
}

/** Thanks in the provider's words. Without them a first submission gets our default text. */
function ThanksText({ thanks: { accountName, resultText }, wasSentBefore }: Sent) {
  const language = useShownLanguage();
  return (
    <>
      {wasSentBefore && (
        <p>
          <FormattedMessage id="succeed.before.text" values={{ name: accountName }} />
        </p>
      )}
      {resultText && (
        <div lang={findOtherLanguage(resultText, language)}>
          <Markdown text={localize(resultText, language)} />
        </div>
      )}
      {!resultText && !wasSentBefore && (
        <p>
          <FormattedMessage id="succeed.text" values={{ name: accountName }} />
        </p>
      )}
    </>
  );
}

function Moment({ at }: { at: string }) {
  const moment = useMoment();
  return <time dateTime={at}>{moment(at)}</time>;
}

const ReceiptFacts = ({ receipt: { reference, submittedAt } }: { receipt: Receipt }) => (
  <Facts>
    <div>
      <dt>
        <FormattedMessage id="succeed.reference" />
      </dt>
      <dd>{reference}</dd>
    </div>
    <div>
      <dt>
        <FormattedMessage id="succeed.sentAt" />
      </dt>
      <dd>
        <Moment at={submittedAt} />
      </dd>
    </div>
  </Facts>
);

type ReturnLinkProps = { next: URL; redirect: ReturnRedirect };

/**
 * Link back to the provider's website, and the redirect that the visitor can cancel. Without scripts
 * nothing redirects.
 */
function ReturnLink({ next: { href, host }, redirect }: ReturnLinkProps) {
  const isHydrated = useIsHydrated();
  return (
    <>
      <a className={buttonClass} href={href} rel="noreferrer">
        <FormattedMessage id="succeed.return" values={{ host }} />
      </a>
      <p role="status">
        {isHydrated && redirect.isOn && (
          <span>
            <FormattedMessage
              id="succeed.following"
              values={{ host, seconds: formLimits.returnDelayMs / 1_000 }}
            />{' '}
            <Button variant="ghost" onClick={redirect.stay}>
              <FormattedMessage id="succeed.stay" />
            </Button>
          </span>
        )}
        {redirect.hasStopped && <FormattedMessage id="succeed.staying" />}
      </p>
    </>
  );
}

type SucceededProps = { link: FormLink; languageChoice: ReactNode; sent: Sent };

function Succeeded({ link, sent, ...page }: SucceededProps) {
  const intl = useIntl();
  const { thanks, wasSentBefore, receipt } = sent;
  const { accountId, accountName, headerLogoUrl, theme, isReturnAllowed = false } = thanks;
  const title = intl.formatMessage({
    id: wasSentBefore ? 'succeed.before.title' : 'succeed.title',
  });
  const next = parseWebAddress(thanks.returnUrl);
  usePageTitle(`${title} – ${accountName}`);
  useEffect(() => applyTheme(theme), [theme]);
  useHeadLink('icon', accountId && getIconUrl(headerLogoUrl, accountId));
  const submissionId = receipt?.submissionId;
  const copy = useCopy(link.form, submissionId);
  const redirect = useReturnRedirect(
    isReturnAllowed && !wasSentBefore ? next?.href : undefined,
    submissionId,
  );

  async function forgetCopy({ submissionId }: Receipt): Promise<void> {
    dropCopy(submissionId);
    await deleteReceipt(link.form, submissionId);
  }

  return (
    <LetterPage
      title={title}
      illustration={<Illustration subject="letter" />}
      logo={<ProviderLogo name={accountName} src={headerLogoUrl} />}
      footer={<FormFooter accountId={accountId ?? ''} />}
      {...page}
    >
      <ThanksText {...sent} />
      {receipt && <ReceiptFacts receipt={receipt} />}
      {receipt?.copyTo && !wasSentBefore && (
        <p>
          <FormattedMessage id="succeed.copyMail" values={{ address: receipt.copyTo }} />
        </p>
      )}
      {next && <ReturnLink next={next} redirect={redirect} />}
      {link.isForMany && thanks.isFormOpen !== false && (
        <Link to={link.here} data-on-screen>
          <FormattedMessage id="succeed.again" />
        </Link>
      )}
      {receipt && copy && (
        <Suspense>
          <SentCopy copy={copy} receipt={receipt} onDone={() => forgetCopy(receipt)} />
        </Suspense>
      )}
    </LetterPage>
  );
}
