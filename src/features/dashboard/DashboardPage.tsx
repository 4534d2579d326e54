import { styled } from '@linaria/react';
import { useState, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Language } from '#schemas/common.ts';
import type { UserData } from '#schemas/users.ts';
import { useUser } from '#src/api/useUser.ts';
import type { ShowToast } from '#src/lib/showToast.ts';
import { usePageTitle } from '#src/lib/usePageTitle.ts';
import { useShownLanguage } from '#src/lib/useShownLanguage.ts';
import { greetingAt } from './greeting.ts';
import { Providers } from './Providers.tsx';

const Letter = styled.main`
  max-width: 76rem; margin: 0 auto; padding: var(--s-6) var(--s-8) var(--s-9);
  > small { display: inline-block; padding-bottom: .3rem; border-bottom: 1px solid var(--border-strong); color: var(--muted); font-size: var(--text-xs); }
  > h1 { margin-top: var(--s-4); }
  @media (max-width: 767px) { padding: var(--s-2) var(--gutter) var(--s-7); > small { display: none; } > h1 { margin-top: 0; } }
`;

const greetings = { morning: 'dashboard.morning', afternoon: 'dashboard.afternoon', evening: 'dashboard.evening' } as const;

/** A salutation is kept as the provider writes it, in German. */
const nameOf = ({ salutation, firstName, lastName }: UserData, language: Language): string => (salutation && language === 'de' ? `${salutation} ${lastName}` : `${firstName} ${lastName}`).trim();

/** The first page behind the login: who is greeted, and with whom they have to do. */
export function DashboardPage({ cases, showToast }: { cases?: ReactNode; showToast: ShowToast }) {
  const intl = useIntl();
  const language = useShownLanguage();
  const current = useUser();
  const [known, setKnown] = useState(current); // the page stays as it is while the login is asked for again
  if (current && current !== known) setKnown(current);
  const now = new Date();
  usePageTitle(intl.formatMessage({ id: 'dashboard.title' }));
  return (
    <Letter id="content">
      <small>{intl.formatDate(now, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })}</small>
      <h1 tabIndex={-1}><FormattedMessage id={greetings[greetingAt(now.getHours())]} values={{ name: known ? nameOf(known, language) : '' }} /></h1>
      <Providers showToast={showToast}>{cases}</Providers>
    </Letter>
  );
}
