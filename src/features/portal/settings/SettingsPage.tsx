import { cx } from '@linaria/core';
import { styled } from '@linaria/react';
import { Suspense } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link, Navigate } from 'react-router-dom';
import { localized } from '#schemas/platform/common.ts';
import { accountsApi } from '#src/api/accounts/accounts.ts';
import { provide } from '#src/engine/react/services/services.ts';
import { PortalForm } from '#src/forms/PortalForm.tsx';
import { paths } from '#src/routing/paths.ts';
import type { RouteMatch } from '#src/routing/routes.ts';
import { usePageTitle } from '#src/routing/usePageTitle.ts';
import { useChooseLanguage } from '#src/locale/slice.ts';
import { useShownLanguage } from '#src/locale/useShownLanguage.ts';
import { Globe, Info, UserCircle } from '#src/ui/icons.ts';
import { showLanguage as showLanguageService } from '#widgets/language/service.ts';
import { PasswordSection } from './PasswordSection.tsx';
import { PictureSection } from './PictureSection.tsx';
import { PinNote } from './PinNote.tsx';
import { SecondFactorSection } from './SecondFactorSection.tsx';
import { askedByHeader, SectionHeader, sectionClass } from './Section.tsx';
import { SessionsSection } from './SessionsSection.tsx';
import { SupportSection } from './SupportSection.tsx';
import { ThemeSection } from './ThemeSection.tsx';
import { useOwner } from './useOwner.ts';

const Frame = styled.div`
  display: grid;
  grid-template-columns: 20rem minmax(0, 1fr);
  align-items: start;
  padding: 0 var(--s-3) var(--s-3) 0;
  @media (max-width: 1023px) {
    grid-template-columns: minmax(0, 1fr);
    padding: var(--s-2) 0 0;
  }
  @media (max-width: 767px) {
    margin-top: calc(-1 * var(--shell-top, 0px));
    padding-top: var(--s-4);
    background: var(--surface);
  } /* fills a phone's window with the paper's colour */
`;

/** Navigation beside the page; a row above it on narrow screens. */
const Sections = styled.nav`
  padding: var(--s-3) var(--s-4);
  > p {
    padding: 0 var(--s-3) var(--s-5);
    font: var(--fw-serif) var(--text-2xl)/var(--lh-tight) var(--font-serif);
  }
  ul {
    list-style: none;
  }
  a {
    display: flex;
    gap: 0.9rem;
    align-items: center;
    padding: var(--s-3) 0.9rem;
    border-radius: var(--r-md);
    color: var(--text);
    line-height: 1.3;
    text-decoration: none;
  }
  a:hover {
    background: var(--accent-tint);
  }
  a[aria-current] {
    background: var(--accent-tint-2);
  }
  a[aria-current] b,
  a svg {
    color: var(--accent-text);
  }
  b,
  small {
    display: block;
  }
  small {
    color: var(--muted);
    font-size: var(--text-sm);
  }
  @media (max-width: 1023px) {
    padding: 0 var(--gutter);
    > p,
    small,
    svg {
      display: none;
    }
    ul {
      display: flex;
      flex-wrap: wrap;
      gap: var(--s-2);
    }
    a {
      min-height: var(--target-min);
      padding: 0.3rem 0.8rem;
      border: 1px solid var(--border);
      border-radius: var(--r-full);
      background: var(--surface);
      font-size: var(--text-sm);
    }
    a[aria-current] {
      border-color: var(--accent-edge);
    }
  }
`;

const Paper = styled.main`
  min-width: 0;
  min-height: calc(100dvh - var(--shell-top, 0px) - var(--consent-height, 0px) - var(--s-3));
  padding: var(--s-7) var(--s-8);
  background: var(--surface);
  border: 1px solid var(--border);
  border-radius: var(--r-lg);
  > h1 {
    font-size: var(--text-2xl);
  }
  @media (max-width: 1023px) {
    min-height: 0;
    margin-top: var(--s-3);
    padding: var(--s-4) var(--gutter) var(--s-7);
    border-width: 1px 0 0;
    border-radius: 0;
  }
  @media (max-width: 767px) {
    margin-top: 0;
    border: 0;
  }
`;

const sections = {
  account: { label: 'settings.account', holds: 'settings.account.holds', Icon: UserCircle },
  general: { label: 'settings.general', holds: 'settings.general.holds', Icon: Globe },
  about: { label: 'settings.about', holds: 'settings.about.holds', Icon: Info },
} as const;
type SectionName = keyof typeof sections;
const names = Object.keys(sections) as SectionName[];

/** /settings: shows the account section by default. */
export function SettingsPage({ route: { params } }: { route: Pick<RouteMatch, 'params'> }) {
  const selected = params['selectedSetting'] ?? 'account';
  const name = names.find((each) => each === selected);
  return name ? <Shown name={name} /> : <Navigate to={paths.settings()} replace />;
}

/** Unread count, and the account with most of them. */
function useUnread(): { count: number; name: string } | undefined {
  const accounts = accountsApi.endpoints.listAccounts.useQueryState().data?.accounts ?? [];
  const [first] = accounts.toSorted((a, b) => b.totalUnreadMessage - a.totalUnreadMessage);
  return first && first.totalUnreadMessage > 0
    ? {
        count: accounts.reduce((sum, { totalUnreadMessage }) => sum + totalUnreadMessage, 0),
        name: first.name,
      }
    : undefined;
}

function Shown({ name }: { name: SectionName }) {
  const intl = useIntl();
  const unread = useUnread();
  const label = intl.formatMessage({ id: sections[name].label });
  usePageTitle(
    unread
      ? intl.formatMessage({ id: 'settings.unread' }, unread)
      : `${label} – ${intl.formatMessage({ id: 'settings.title' })}`,
  );
  return (
    <Frame>
      <Sections aria-labelledby="settings">
        <p id="settings">
          <FormattedMessage id="settings.title" />
        </p>
        <ul>
          {names.map((each) => {
            const { label, holds, Icon } = sections[each];
            return (
              <li key={each}>
                <Link to={paths.settings(each)} aria-current={each === name ? 'page' : undefined}>
                  <Icon size={24} aria-hidden />
                  <span>
                    <b>
                      <FormattedMessage id={label} />
                    </b>
                    <small>
                      <FormattedMessage id={holds} />
                    </small>
                  </span>
                </Link>
              </li>
            );
          })}
        </ul>
      </Sections>
      <Paper id="content">
        <h1 tabIndex={-1}>
          <FormattedMessage id={sections[name].label} />
        </h1>
        <Suspense>
          <Content name={name} />
        </Suspense>
      </Paper>
    </Frame>
  );
}

function Content({ name }: { name: SectionName }) {
  const chooseLanguage = useChooseLanguage();
  const language = useShownLanguage();
  const owner = useOwner();
  if (name === 'general') {
    return (
      <>
        <section className={cx(sectionClass, askedByHeader)}>
          <PortalForm
            name="language"
            services={[provide(showLanguageService, chooseLanguage)]}
            header={({ title, description }) => (
              <SectionHeader title={localized(title, language)}>
                {description && localized(description, language)}
              </SectionHeader>
            )}
          />
        </section>
        <ThemeSection />
      </>
    );
  }
  if (!owner) return null;
  const { user, access } = owner;
  const isRegistered = access.by === 'password';
  if (name === 'about') return <SupportSection key={user.userId} user={user} />;
  return (
    <>
      <PictureSection user={user} isRegistered={isRegistered} />
      {!isRegistered && <PinNote access={access} username={user.username ?? undefined} />}
      {isRegistered && <PasswordSection user={user} />}
      {isRegistered && <SecondFactorSection userId={user.userId} />}
      {isRegistered && <SessionsSection userId={user.userId} />}
    </>
  );
}
