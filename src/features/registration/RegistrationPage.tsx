import type { ComponentType, ReactNode } from 'react';
import { useIntl } from 'react-intl';
import type { InvitationMetadata } from '#schemas/users.ts';
import { failedWith, toUserMessage } from '#src/api/errors.ts';
import { useGetInvitationQuery } from '#src/api/users.ts';
import { FormFooter } from '#src/forms/FormFooter.tsx';
import type { WizardPage } from '#src/lib/paths.ts';
import type { Place } from '#src/lib/routes.ts';
import { Illustration } from '#src/ui/Illustration.tsx';
import { LetterPage } from '#src/ui/Page.tsx';
import { DoneStep } from './DoneStep.tsx';
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
  username: UsernameStep,
  password: PasswordStep,
  done: DoneStep,
};
/** Where Back leads. */
const before: Partial<Record<WizardPage, WizardPage>> = {
  username: 'welcome',
  password: 'username',
};

/** /registration: welcome, username, password, done. Which step is shown is the guards' business. */
export function RegistrationPage({
  languageChoice,
  place: { params },
}: {
  languageChoice: ReactNode;
  place: Place;
}) {
  const intl = useIntl();
  const hashUserKey = params['hashUserKey'] ?? '';
  const page = (params['wizardPage'] ?? 'welcome') as WizardPage; // the guards let no other in
  const steps = useRegistration(hashUserKey);
  const { data, error } = useGetInvitationQuery({ params: { hashUserKey } });
  const View = views[page];
  const back = before[page];
  if (error && !data) {
    const title = intl.formatMessage({
      id: failedWith(error, 'linkExpired') ? 'forbidden.expired' : 'errorScreen.title',
    });
    return (
      <LetterPage
        title={title}
        languageChoice={languageChoice}
        illustration={<Illustration subject="key" />}
        footer={<FormFooter />}
      >
        <p>{toUserMessage(error, (id) => intl.formatMessage({ id }))}</p>
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
