import { styled } from '@linaria/react';
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { FormattedDate, FormattedMessage, useIntl } from 'react-intl';
import { Link, Navigate, useLocation } from 'react-router-dom';
import { localized } from '#schemas/platform/common.ts';
import { formLimits } from '#schemas/forms/limits.ts';
import { FormFooter } from '#src/forms/FormFooter.tsx';
import { ProviderLogo } from '#src/forms/ProviderLogo.tsx';
import { applyTheme } from '#src/brands/colors.ts';
import { getIconUrl, useHeadLink } from '#src/routing/headLinks.ts';
import { usePageTitle } from '#src/routing/usePageTitle.ts';
import { parseWebAddress } from '#src/routing/parseWebAddress.ts';
import { Button, buttonClass } from '#src/ui/Button.tsx';
import { Illustration } from '#src/ui/Illustration.tsx';
import { LetterPage } from '#src/ui/Page.tsx';
import { useFormLink, type FormLink } from './links.ts';
import type { Receipt, Sent } from './submitOnce.ts';
import type { SentCopyProps } from './SentCopy.tsx';
import { getCopy } from './sentHere.ts';
import { useShownLanguage } from '#src/locale/useShownLanguage.ts';

// Renders nothing offline, so that the rest of the page still shows.
const SentCopy = lazy(async () => {
  const loaded = await import('./SentCopy.tsx').catch(() => undefined);
  return { default: loaded?.SentCopy ?? ((_: SentCopyProps) => null) };
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
  return isSent(state) ? (
    <Succeeded link={link} languageChoice={languageChoice} sent={state} />
  ) : (
    <Navigate to={link.here} replace />
  );
}

/** Redirects after a delay that the visitor can cancel. */
function useFollow(address: string | undefined): { isOn: boolean; stay: () => void } {
  const [stays, setStays] = useState(false);
  const isOn = address !== undefined && !stays;
  useEffect(() => {
    if (!isOn) return undefined;
    const timer = setTimeout(() => location.assign(address), formLimits.returnDelayMs);
    return () => clearTimeout(timer);
  }, [isOn, address]);
  return { isOn, stay: () => setStays(true) };
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
      {(resultText || !wasSentBefore) && (
        <p>
          {resultText ? (
            localized(resultText, language)
          ) : (
            <FormattedMessage id="succeed.text" values={{ name: accountName }} />
          )}
        </p>
      )}
    </>
  );
}

const ReceiptFacts = ({ receipt: { submissionId, submittedAt } }: { receipt: Receipt }) => (
  <Facts>
    <div>
      <dt>
        <FormattedMessage id="succeed.reference" />
      </dt>
      <dd>{submissionId}</dd>
    </div>
    <div>
      <dt>
        <FormattedMessage id="succeed.sentAt" />
      </dt>
      <dd>
        <FormattedDate value={submittedAt} dateStyle="long" timeStyle="short" />
      </dd>
    </div>
  </Facts>
);

type ReturnLinkProps = { next: URL; following: ReturnType<typeof useFollow> };

/** Link back to the provider's website, and the redirect that the visitor can cancel. */
const ReturnLink = ({ next: { href, host }, following }: ReturnLinkProps) => (
  <>
    <a className={buttonClass} href={href} rel="noreferrer">
      <FormattedMessage id="succeed.return" values={{ host }} />
    </a>
    {following.isOn && (
      <p role="status">
        <FormattedMessage
          id="succeed.following"
          values={{ host, seconds: formLimits.returnDelayMs / 1_000 }}
        />{' '}
        <Button variant="ghost" onClick={following.stay}>
          <FormattedMessage id="succeed.stay" />
        </Button>
      </p>
    )}
  </>
);

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
  const copy = receipt && getCopy(receipt.submissionId);
  const following = useFollow(isReturnAllowed && !wasSentBefore ? next?.href : undefined);
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
      {next && <ReturnLink next={next} following={following} />}
      {link.isForMany && (
        <Link to={link.here} data-on-screen>
          <FormattedMessage id="succeed.again" />
        </Link>
      )}
      {receipt && copy && (
        <Suspense>
          <SentCopy copy={copy} receipt={receipt} onPrint={following.stay} />
        </Suspense>
      )}
    </LetterPage>
  );
}
