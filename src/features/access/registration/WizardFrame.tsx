import { styled } from '@linaria/react';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { InvitationMetadata } from '#schemas/access/users.ts';
import { useInviterTheme } from '#src/forms/AccessPage.tsx';
import { FormFooter } from '#src/forms/FormFooter.tsx';
import { ProviderLogo } from '#src/forms/ProviderLogo.tsx';
import { listStatements } from '#src/forms/useConsent.ts';
import type { WizardPage } from '#src/routing/paths.ts';
import { Button } from '#src/ui/Button.tsx';
import { ArrowLeft } from '#src/ui/icons.ts';
import { Illustration } from '#src/ui/Illustration.tsx';
import { ProgressBar } from '#src/ui/ProgressBar.tsx';
import { Desk } from './Desk.tsx';
import { WizardSteps } from './WizardSteps.tsx';

const Frame = styled.div`
  display: grid;
  grid-template: 1fr auto / minmax(20rem, 30%) minmax(0, 1fr);
  min-height: calc(100dvh - var(--consent-height, 0px));
  > aside {
    grid-row: 1 / -1;
    display: grid;
    grid-template-rows: auto 1fr auto;
    gap: 3.5rem;
    padding: var(--s-7);
    background: var(--accent-tint);
    border-right: 1px solid var(--border);
  }
  > aside > svg {
    width: min(100%, 19rem);
    margin-inline: auto;
  }
  > main {
    display: grid;
    align-content: start;
    justify-items: center;
    padding: var(--s-6) var(--s-6) var(--s-8);
    background: var(--surface);
  }
  > footer {
    padding-inline: var(--s-6);
    background: var(--surface);
  }
  @media (max-width: 1023px) {
    grid-template-columns: minmax(0, 1fr);
    > aside {
      display: none;
    }
    > main {
      padding: 0 var(--gutter) var(--s-7);
    }
    > footer {
      padding-inline: var(--gutter);
    }
  }
`;

const Top = styled.div`
  display: grid;
  gap: var(--s-3);
  width: 100%;
  margin-bottom: 3rem;
  > div {
    display: flex;
    gap: var(--s-4);
    align-items: center;
    min-height: 2.75rem;
  }
  > div > :last-child {
    margin-left: auto;
  }
  > div > button {
    margin-left: -0.75rem;
  }
  > div:last-child {
    min-height: 0;
  }
  @media (min-width: 1024px) {
    > [data-narrow] {
      display: none;
    }
  }
  @media (max-width: 1023px) {
    gap: var(--s-2);
    padding-top: 0.6rem;
    margin-bottom: var(--s-5);
    > [data-wide] {
      display: none;
    }
  }
`;

const Column = styled.div`
  display: grid;
  gap: var(--s-5);
  justify-items: start;
  width: min(100%, 33rem);
  > * {
    min-width: 0;
  }
  > form,
  > div {
    width: 100%;
  }
  @media (max-width: 1023px) {
    > [data-step] {
      display: none;
    }
  }
`;

const Step = styled.p`
  margin-bottom: calc(var(--s-4) * -1);
  color: var(--muted);
  font-variant-numeric: tabular-nums;
`;

const numbers: Record<WizardPage, 1 | 2 | 3> = {
  welcome: 1,
  login: 2,
  username: 2,
  password: 2,
  done: 3,
};
const illustrations = {
  1: <Illustration subject="letter" />,
  2: <Desk />,
  3: <Illustration subject="folder" />,
};

type WizardFrameProps = {
  invitation: InvitationMetadata;
  page: WizardPage;
  languageChoice: ReactNode;
  onBack?: () => void;
  children: ReactNode;
};

/** Frame of the wizard: steps at the side, or a bar on phones. */
export function WizardFrame({
  invitation,
  page,
  languageChoice,
  onBack,
  children,
}: WizardFrameProps) {
  const intl = useIntl();
  const step = numbers[page];
  const words = intl.formatMessage({ id: 'registration.step' }, { step });
  const statements = listStatements(invitation);
  const logo = <ProviderLogo name={invitation.accountName} src={invitation.primaryLogoUrl} />;
  const back = onBack && (
    <Button variant="ghost" icon={<ArrowLeft size={20} aria-hidden />} onClick={onBack}>
      <FormattedMessage id="action.back" />
    </Button>
  );
  useInviterTheme(invitation);
  return (
    <Frame>
      <aside aria-label={intl.formatMessage({ id: 'registration.title' })}>
        {logo}
        <WizardSteps step={step} hasTerms={statements.length > 0} />
        {illustrations[step]}
      </aside>
      <main id="content">
        <Top>
          <div data-wide>
            {back}
            <span>{languageChoice}</span>
          </div>
          <div data-narrow>
            {logo}
            <span>{languageChoice}</span>
          </div>
          <div data-narrow>
            {back}
            <span>{words}</span>
          </div>
          <div data-narrow>
            <ProgressRow step={step} label={words} />
          </div>
        </Top>
        <Column>
          <Step data-step>{words}</Step>
          {children}
        </Column>
      </main>
      <FormFooter accountId={invitation.accountId} statements={statements} />
    </Frame>
  );
}

const Row = styled.div`
  flex: 1;
`;
const ProgressRow = ({ step, label }: { step: number; label: string }) => (
  <Row>
    <ProgressBar value={step} max={3} label={label} />
  </Row>
);
