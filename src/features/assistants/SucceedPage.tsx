import { useEffect } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link, Navigate, useLocation, useParams } from 'react-router-dom';
import { localized, type LocalizedText } from '#schemas/common.ts';
import type { FormTheme } from '#schemas/forms.ts';
import { applyTheme } from '#src/lib/brand.ts';
import { paths } from '#src/lib/paths.ts';
import { usePageTitle } from '#src/lib/usePageTitle.ts';
import { buttonClass } from '#src/ui/Button.tsx';
import { Illustration } from '#src/ui/Illustration.tsx';
import { Logo } from '#src/ui/Logo.tsx';
import { LetterPage } from '#src/ui/Page.tsx';
import { useLanguage } from './useLanguage.ts';

/** What the form hands on when it was sent; the browser keeps it with the address, so a reload shows it again. */
export type SucceedState = { accountName: string; logoUrl: string | null; theme: FormTheme; resultText: LocalizedText | null; returnUrl: string | null };

const isSucceedState = (state: unknown): state is SucceedState => typeof state === 'object' && state !== null && 'accountName' in state;

export function SucceedPage() {
  const { processGuid = '' } = useParams();
  const { state } = useLocation() as { state: unknown };
  return isSucceedState(state) ? <Succeeded processGuid={processGuid} state={state} /> : <Navigate to={paths.externalForm(processGuid)} replace />;
}

function Succeeded({ processGuid, state: { accountName, logoUrl, theme, resultText, returnUrl } }: { processGuid: string; state: SucceedState }) {
  const intl = useIntl();
  const language = useLanguage();
  const title = intl.formatMessage({ id: 'succeed.title' });
  usePageTitle(`${title} – ${accountName}`);
  useEffect(() => applyTheme(theme), [theme]);
  return (
    <LetterPage title={title} illustration={<Illustration subject="letter" />}>
      <Logo name={accountName} src={logoUrl} />
      <p>{resultText ? localized(resultText, language) : <FormattedMessage id="succeed.text" values={{ name: accountName }} />}</p>
      {returnUrl && <a className={buttonClass} href={returnUrl} rel="noreferrer"><FormattedMessage id="succeed.return" values={{ host: new URL(returnUrl).host }} /></a>}
      <Link to={paths.externalForm(processGuid)}><FormattedMessage id="succeed.again" /></Link>
    </LetterPage>
  );
}
