import { styled } from '@linaria/react';
import { Suspense, useState, type ComponentProps, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { AccessPageData, RegistrationStep } from '#schemas/access/accessPages.ts';
import { postedActions, postedNames } from '#schemas/forms/postedForms.ts';
import { localize } from '#schemas/platform/common.ts';
import { useAccessPage } from '#src/forms/accessPageData.ts';
import { ConsentBoxes } from '#src/forms/statements/Consent.tsx';
import { Loading } from '#src/forms/Failure.tsx';
import { PageLink } from '#src/forms/PageLink.tsx';
import { PortalForm } from '#src/forms/PortalForm.tsx';
import { listStatements, useConsent } from '#src/forms/useConsent.ts';
import { useShownLanguage } from '#src/locale/useShownLanguage.ts';
import { ErrorSummary, focusControl } from '#src/engine/react/errors/ErrorSummary.tsx';
import { paths } from '#src/routing/paths.ts';
import type { RouteMatch } from '#src/routing/routes.ts';
import { usePageTitle } from '#src/routing/usePageTitle.ts';
import { Button, buttonClass, flushClass } from '#src/ui/Button.tsx';
import { ArrowLeft } from '#src/ui/icons.ts';
import { Note } from '#src/ui/Note.tsx';
import { useIsHydrated } from '#src/ui/useIsHydrated.ts';
import { LoginForm } from '#src/features/access/login/LoginForm.tsx';
import { FormTitle } from './FormTitle.tsx';
import { OpenWizard, toWizardPage } from './OpenWizard.tsx';
import { WizardFrame } from './WizardFrame.tsx';

const Form = styled.form`
  display: grid;
  gap: var(--s-5);
  justify-items: start;
`;

type Step = { page: AccessPageData; step: RegistrationStep };

function HiddenFields({
  page: { invited },
  statements,
}: {
  page: AccessPageData;
  statements?: string;
}) {
  const language = useShownLanguage();
  const fields = {
    [postedNames.language]: language,
    ...(invited?.state === undefined ? {} : { [postedNames.state]: invited.state }),
    ...(statements === undefined ? {} : { [postedNames.statements]: statements }),
  };
  return Object.entries(fields).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} readOnly />
  ));
}

const Refusal = ({ page: { posted } }: { page: AccessPageData }) =>
  posted?.failure !== undefined && (
    <Note tone="danger" role="alert">
      {posted.failure}
    </Note>
  );

/** First step: the texts to accept. */
function Welcome({ page, step }: Step) {
  const { invited } = page;
  const { statementHashes = {}, accountId = '', accountName = '' } = invited?.invitation ?? {};
  const asked = invited ? listStatements(invited.invitation) : [];
  const {
    refuse: _,
    items,
    ...consent
  } = useConsent(asked, statementHashes, step.accepted, step.missing);
  return (
    <>
      <h1 tabIndex={-1}>
        <FormattedMessage id="registration.welcome.title" values={{ name: step.name }} />
      </h1>
      <Refusal page={page} />
      <p>
        <FormattedMessage id="registration.welcome.text" values={{ name: accountName }} />
      </p>
      <Form method="post" action="?" encType="multipart/form-data">
        <HiddenFields page={page} statements={String(new URLSearchParams(statementHashes))} />
        <ErrorSummary
          items={items}
          attempt={step.missing.length}
          onGoTo={({ controlId }) => focusControl(controlId)}
        />
        <ConsentBoxes {...consent} accountId={accountId} />
        <Button type="submit" variant="primary">
          <FormattedMessage id="registration.welcome.submit" />
        </Button>
      </Form>
    </>
  );
}

type GoToProps = { page: AccessPageData; action: string; icon?: ReactNode; children: ReactNode };

/** Button to another step. */
const GoTo = ({ page, action, icon, children }: GoToProps) => (
  <Form method="post" action="?" encType="multipart/form-data">
    <HiddenFields page={page} />
    <Button
      type="submit"
      variant="ghost"
      className={flushClass}
      icon={icon}
      name={postedNames.action}
      value={action}
    >
      {children}
    </Button>
  </Form>
);

/** Button to the step before. */
const Back = ({ page }: { page: AccessPageData }) => (
  <GoTo page={page} action={postedActions.back} icon={<ArrowLeft size={20} aria-hidden />}>
    <FormattedMessage id="action.back" />
  </GoTo>
);

function Username({ page, step: { username } }: Step) {
  const language = useShownLanguage();
  const { invited, posted } = page;
  return (
    <Suspense>
      <GoTo page={page} action={postedActions.goTo('login')}>
        <FormattedMessage id="registration.join.offer" />
      </GoTo>
      <PortalForm
        name="registrationUsername"
        page={{ posted, state: invited?.state }}
        {...(username === undefined ? {} : { initial: { username } })}
        submitIcon={null}
        header={(content) => (
          <FormTitle title={localize(content.title, language)}>
            {content.description && <p>{localize(content.description, language)}</p>}
          </FormTitle>
        )}
      />
      <Back page={page} />
    </Suspense>
  );
}

function Password({ page, step: { username = '' } }: Step) {
  const language = useShownLanguage();
  const { invited, posted } = page;
  return (
    <Suspense>
      <PortalForm
        name="registrationPassword"
        page={{ posted, state: invited?.state }}
        submitIcon={null}
        header={(content) => (
          <FormTitle title={localize(content.title, language)}>
            <p>
              <FormattedMessage
                id="registration.username"
                values={{ username: <b key="name">{username}</b> }}
              />
            </p>
          </FormTitle>
        )}
      />
      <Back page={page} />
    </Suspense>
  );
}

/** Login of a client who has one. Another provider may have invited them first. */
function Login({ page }: Step) {
  const intl = useIntl();
  const { hashUserKey, invitation, state } = page.invited ?? {};
  return (
    <>
      <FormTitle title={intl.formatMessage({ id: 'registration.join.title' })}>
        <p>
          <FormattedMessage
            id="registration.join.login"
            values={{ name: invitation?.accountName }}
          />
        </p>
      </FormTitle>
      <LoginForm hashUserKey={hashUserKey} page={page} state={state} />
      {!page.second && (
        <GoTo page={page} action={postedActions.back}>
          <FormattedMessage id="registration.join.register" />
        </GoTo>
      )}
    </>
  );
}

/** Asks whether to add the provider to the login. */
function Join({ page, step: { username = '' } }: Step) {
  const intl = useIntl();
  const name = page.invited?.invitation.accountName;
  return (
    <>
      <FormTitle title={intl.formatMessage({ id: 'registration.join.title' })} />
      <Refusal page={page} />
      <p>
        <FormattedMessage
          id="registration.join.text"
          values={{ name, username: <b key="name">{username}</b> }}
        />
      </p>
      <Form method="post" action="?" encType="multipart/form-data">
        <HiddenFields page={page} />
        <Button type="submit" variant="primary">
          <FormattedMessage id="registration.join.submit" values={{ name }} />
        </Button>
      </Form>
      <GoTo page={page} action={postedActions.goTo('username')}>
        <FormattedMessage id="registration.join.instead" />
      </GoTo>
      <Back page={page} />
    </>
  );
}

function Done({ page, step: { hasJoined = false } }: Step) {
  const intl = useIntl();
  const name = page.invited?.invitation.accountName;
  const texts = hasJoined
    ? ({ title: 'registration.done.joined.title', text: 'registration.done.joined' } as const)
    : ({ title: 'registration.done.title', text: 'registration.done.login' } as const);
  const title = intl.formatMessage({ id: texts.title }, { name });
  usePageTitle(title);
  return (
    <>
      <h1 tabIndex={-1}>{title}</h1>
      <p>
        <FormattedMessage id={texts.text} values={{ name }} />
      </p>
      <PageLink className={buttonClass} to={hasJoined ? paths.loggedIn() : paths.login()}>
        <FormattedMessage id={hasJoined ? 'registration.toDashboard' : 'login.title'} />
      </PageLink>
    </>
  );
}

const views = {
  welcome: Welcome,
  username: Username,
  password: Password,
  login: Login,
  join: Join,
  done: Done,
};

/**
 * Opens the wizard once scripts run. A component of its own because an update of the page during
 * hydration would replace the fields.
 */
const ContinueWithScripts = (props: ComponentProps<typeof OpenWizard>) =>
  useIsHydrated() && props.step?.page !== 'done' && <OpenWizard {...props} />;

/** /registering: the registration after a PIN that was posted. With scripts the wizard continues. */
export function PostedRegistrationPage({
  languageChoice,
  route: { params },
}: {
  languageChoice: ReactNode;
  route: RouteMatch;
}) {
  const intl = useIntl();
  usePageTitle(intl.formatMessage({ id: 'registration.title' }));
  const rendered = useAccessPage('postedRegistration');
  const [page] = useState(rendered);
  const step = page?.registration;
  const [hasLeft, setHasLeft] = useState(false);
  const open = (
    <ContinueWithScripts
      hashUserKey={params['hashUserKey'] ?? ''}
      step={step}
      onLeave={() => setHasLeft(true)}
    />
  );
  if (!page?.invited || !step) return open;
  const View = views[step.page];
  return (
    <WizardFrame
      invitation={page.invited.invitation}
      page={toWizardPage(step.page)}
      languageChoice={languageChoice}
    >
      {hasLeft ? (
        <Loading />
      ) : (
        <>
          <View page={page} step={step} />
          {open}
        </>
      )}
    </WizardFrame>
  );
}
