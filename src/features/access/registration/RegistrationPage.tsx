import type { ComponentType, ReactNode } from 'react';
import { useIntl } from 'react-intl';
import type { InvitationMetadata } from '#schemas/access/users.ts';
import { hasReason } from '#src/api/client/errors.ts';
import { useErrorText } from '#src/api/client/useErrorText.ts';
import { useGetInvitationQuery } from '#src/api/access/users.ts';
import { Failure } from '#src/forms/Failure.tsx';
import { FormFooter } from '#src/forms/FormFooter.tsx';
import type { WizardPage } from '#src/routing/paths.ts';
import type { RouteMatch } from '#src/routing/routes.ts';
import { Illustration } from '#src/ui/Illustration.tsx';
import { LetterPage } from '#src/ui/Page.tsx';
import { DoneStep } from './DoneStep.tsx';
import { JoinStep } from './JoinStep.tsx';
import { PasswordStep } from './PasswordStep.tsx';
import { UsernameStep } from './UsernameStep.tsx';
import { useRegistration, type RegistrationSteps } from './useRegistration.ts';
import { WelcomeStep } from './WelcomeStep.tsx';
import { WizardFrame } from './WizardFrame.tsx';

export type StepProps = {
  invitation: InvitationMetadata;
  hashUserKey: string;
  steps: RegistrationSteps;
};

const views: Record<WizardPage, ComponentType<StepProps>> = {
  welcome: WelcomeStep,
  login: JoinStep,
  username: UsernameStep,
  password: PasswordStep,
  done: DoneStep,
};
/** Target of the Back button. */
const before: Partial<Record<WizardPage, WizardPage>> = {
  login: 'welcome',
  username: 'welcome',
  password: 'username',
};

/** /registration: welcome, login or username and password, done. The guards choose the step. */
export function RegistrationPage({
  languageChoice,
  route: { params },
}: {
  languageChoice: ReactNode;
  route: RouteMatch;
}) {
  const intl = useIntl();
  const errorText = useErrorText();
  const hashUserKey = params['hashUserKey'] ?? '';
  const page = (params['wizardPage'] ?? 'welcome') as WizardPage; // guaranteed by the guards
  const steps = useRegistration(hashUserKey);
  const { data, error, refetch } = useGetInvitationQuery({ params: { hashUserKey } });
  const View = views[page];
  const back = before[page];
  if (error && !data) {
    const isExpired = hasReason(error, 'linkExpired');
    const title = intl.formatMessage({
      id: isExpired ? 'forbidden.expired' : 'errorScreen.title',
    });
    return (
      <LetterPage
        title={title}
        languageChoice={languageChoice}
        illustration={<Illustration subject="key" />}
        footer={<FormFooter />}
      >
        {isExpired ? <p>{errorText(error)}</p> : <Failure error={error} retry={refetch} />}
      </LetterPage>
    );
  }
  return (
    data && (
      <WizardFrame
        invitation={data}
        page={page}
        languageChoice={languageChoice}
        {...(back ? { onBack: () => steps.goTo(back) } : {})}
      >
        <View invitation={data} hashUserKey={hashUserKey} steps={steps} />
      </WizardFrame>
    )
  );
}
