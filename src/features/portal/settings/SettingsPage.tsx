import { cx } from '@linaria/core';
import { styled } from '@linaria/react';
import { Suspense } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link, Navigate } from 'react-router-dom';
import { localize } from '#schemas/platform/common.ts';
import { provide } from '#src/engine/react/services/services.ts';
import { PortalForm } from '#src/forms/PortalForm.tsx';
import { paths } from '#src/routing/paths.ts';
import type { RouteMatch } from '#src/routing/routes.ts';
import { usePortalTitle } from '#src/api/accounts/usePortalTitle.ts';
import { chooseLanguage } from '#src/locale/useLanguage.ts';
import { useShownLanguage } from '#src/locale/useShownLanguage.ts';
import { Info, UserCircle } from '#src/ui/icons.ts';
import { EnvelopeSimpleOpen, Globe } from '#src/ui/portalIcons.ts';
import { showLanguage as showLanguageService } from '#widgets/language/service.ts';
import { ContactSection } from '#src/features/access/settings/ContactSection.tsx';
import { DetailsSection } from '#src/features/access/settings/DetailsSection.tsx';
import { OtherDetailsSection } from '#src/features/access/settings/OtherDetailsSection.tsx';
import { PasswordSection } from '#src/features/access/settings/PasswordSection.tsx';
import { NotificationsSections } from './NotificationsSection.tsx';
import { PictureSection } from './PictureSection.tsx';
import { PushSection } from './PushSection.tsx';
import { PinNote } from '#src/features/access/settings/PinNote.tsx';
import { RelationsSection } from '#src/features/access/settings/RelationsSection.tsx';
import { SecondFactorSection } from '#src/features/access/settings/SecondFactorSection.tsx';
import {
  askedByHeader,
  SectionHeader,
  sectionClass,
} from '#src/features/access/settings/Section.tsx';
import { SessionsSection } from '#src/features/access/settings/SessionsSection.tsx';
import { SupportSection } from './SupportSection.tsx';
import { ThemeSection } from './ThemeSection.tsx';
import { useOwner } from '#src/features/access/settings/useOwner.ts';

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
  notifications: {
    label: 'settings.notifications',
    holds: 'settings.notifications.holds',
    Icon: EnvelopeSimpleOpen,
  },
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

function Shown({ name }: { name: SectionName }) {
  const intl = useIntl();
  const label = intl.formatMessage({ id: sections[name].label });
  usePortalTitle(`${label}, ${intl.formatMessage({ id: 'settings.title' })}`);
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
              <SectionHeader title={localize(title, language)}>
                {description && localize(description, language)}
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
  if (name === 'notifications')
    return isRegistered ? (
      <>
        <PushSection />
        <NotificationsSections />
      </>
    ) : (
      <PinNote access={access} username={user.username ?? undefined} />
    );
  if (name === 'about') return <SupportSection key={user.userId} user={user} />;
  return (
    <>
      <PictureSection user={user} isRegistered={isRegistered} />
      {!isRegistered && <PinNote access={access} username={user.username ?? undefined} />}
      {isRegistered && <DetailsSection userId={user.userId} />}
      {isRegistered && <ContactSection userId={user.userId} />}
      {isRegistered && <OtherDetailsSection userId={user.userId} />}
      {isRegistered && <PasswordSection user={user} />}
      {isRegistered && <SecondFactorSection userId={user.userId} />}
      {isRegistered && <SessionsSection userId={user.userId} />}
      {isRegistered && <RelationsSection />}
    </>
  );
}
