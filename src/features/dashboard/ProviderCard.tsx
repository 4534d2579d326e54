import { styled } from '@linaria/react';
import { useEffect, useRef, type CSSProperties } from 'react';
import { FormattedMessage } from 'react-intl';
import type { Account } from '#schemas/accounts.ts';
import type { ShowToast } from '#src/lib/showToast.ts';
import { webAddress } from '#src/lib/webAddress.ts';
import { Globe, LockSimple } from '#src/ui/icons.ts';
import { Logo } from '#src/ui/Logo.tsx';
import { PhoneLink } from '#src/ui/PhoneLink.tsx';
import { Activation } from './Activation.tsx';

const Card = styled.li`
  display: grid; gap: var(--s-3); padding: var(--s-5); background: var(--surface); border: 1px solid var(--border); border-radius: var(--r-lg); font-size: var(--text-sm);
  &[data-locked] { background: transparent; border-style: dashed; border-color: var(--border-strong); }
  > p { display: flex; flex-wrap: wrap; gap: .25rem var(--s-4); color: var(--muted); }
  > p > span, > p > a { display: inline-flex; gap: .4rem; align-items: center; min-height: 2rem; overflow-wrap: anywhere; }
`;

/** A provider in its own colours. Locked until its terms are accepted. */
export function ProviderCard({ account, showToast }: { account: Account; showToast: ShowToast }) {
  const { name, address: { street, postalCode, city }, phone, website, mainColor, secondaryColor, primaryLogoUrl, isActivated } = account;
  const card = useRef<HTMLLIElement>(null);
  const wasLocked = useRef(!isActivated);
  useEffect(() => {
    if (isActivated && wasLocked.current && document.activeElement === document.body) card.current?.focus(); // its button has gone with the lock
    wasLocked.current = !isActivated;
  }, [isActivated]);
  const home = webAddress(website);
  const place = [street, `${postalCode} ${city}`.trim()].filter(Boolean).join(', ');
  return (
    <Card ref={card} tabIndex={-1} data-brand data-locked={isActivated ? undefined : ''} style={{ '--brand': mainColor, '--brand-2': secondaryColor } as CSSProperties}>
      <Logo name={name} src={primaryLogoUrl} />
      {place && <p>{place}</p>}
      {!isActivated && <p><span><LockSimple size={20} aria-hidden /><FormattedMessage id="dashboard.locked" /></span></p>}
      {!isActivated && <div><Activation account={account} showToast={showToast} /></div>}
      <p>
        {phone && <PhoneLink phone={phone} />}
        {home && <a href={home.href} rel="noreferrer"><Globe size={20} aria-hidden />{home.host}</a>}
      </p>
    </Card>
  );
}
