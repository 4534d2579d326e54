import { styled } from '@linaria/react';
import { useEffect, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { applyTheme } from '#src/lib/brand.ts';
import { usePageTitle } from '#src/lib/usePageTitle.ts';
import { Dialog } from '#src/ui/Dialog.tsx';
import { Illustration } from '#src/ui/Illustration.tsx';
import { FormFooter } from './FormFooter.tsx';
import { FormHeader } from './FormHeader.tsx';
import { PinEntry } from './PinEntry.tsx';
import type { PinRequest } from './usePinLogin.ts';

const Letter = styled.main`
  position: relative; display: grid; grid-template-columns: minmax(0, 1.22fr) minmax(0, 1fr); width: min(100% - 2 * var(--gutter), 61.5rem); min-height: 30rem; margin: var(--s-9) auto;
  background: var(--surface); border: 1px solid var(--border); border-radius: var(--r-xs); box-shadow: var(--shadow-2);
  &::before, &::after { content: ''; position: absolute; left: -1px; width: 14px; height: 1px; background: var(--border-strong); opacity: .55; }
  &::before { top: 33%; }
  &::after { top: 66.6%; }
  > div { display: grid; gap: var(--s-5); align-content: center; justify-items: start; padding: var(--s-8); }
  > div > small { padding-bottom: .3rem; border-bottom: 1px solid var(--border-strong); color: var(--muted); font-size: var(--text-xs); line-height: 1.4; }
  > div > p { color: var(--muted); }
  > aside { display: grid; gap: var(--s-6); align-content: space-evenly; padding: var(--s-7); background: var(--accent-tint); border-left: 1px solid var(--border); color: var(--muted); font-size: var(--text-sm); }
  > aside > svg { width: min(100%, 14rem); margin-inline: auto; }
  > aside h2 { margin-bottom: .4rem; color: var(--text); font-size: var(--text-xl); }
  @media (max-width: 767px) {
    grid-template-columns: 1fr; width: 100%; min-height: 0; margin: 0; border: 0; box-shadow: none; background: transparent;
    &::before, &::after, > aside { display: none; }
    > div { padding: var(--s-5) var(--gutter) var(--s-8); }
  }
`;

/** What stands before a form that asks for its PIN: who asks, why, and nothing of the form. */
export function PinPage({ request, children }: { request: PinRequest; children: ReactNode }) {
  const intl = useIntl();
  const { accountName, headerLogoUrl, theme, contact: { street, postalCode, city, website } } = request.required;
  usePageTitle(`${intl.formatMessage({ id: 'pin.title' })} – ${accountName}`);
  useEffect(() => applyTheme(theme), [theme]);
  return (
    <>
      <FormHeader accountName={accountName} logoUrl={headerLogoUrl} website={website}>{children}</FormHeader>
      <Letter id="content">
        <div>
          <small>{[accountName, street, `${postalCode} ${city}`].filter((part) => part.trim()).join(' · ')}</small>
          <h1 tabIndex={-1}><FormattedMessage id="pin.title" /></h1>
          <p id="pin-help"><FormattedMessage id="pin.text" values={{ name: accountName }} /></p>
          <PinEntry {...request} helpId="pin-help" />
        </div>
        <aside>
          <Illustration subject="phone" />
          <div>
            <h2><FormattedMessage id="pin.why.title" /></h2>
            <p><FormattedMessage id="pin.why.text" /></p>
          </div>
        </aside>
      </Letter>
      <FormFooter accountId={request.required.accountId} statements={[]} />
    </>
  );
}

/** The same over a form that is being filled in, when its time has run out: what was typed stays. */
export function PinDialog({ request }: { request: PinRequest }) {
  const intl = useIntl();
  return (
    <Dialog size="small" title={intl.formatMessage({ id: 'pin.again.title' })} closeLabel={intl.formatMessage({ id: 'action.close' })} onClose={request.cancel}>
      <p id="pin-help"><FormattedMessage id="pin.again.text" /></p>
      <PinEntry {...request} helpId="pin-help" />
    </Dialog>
  );
}
