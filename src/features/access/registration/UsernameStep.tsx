import { Suspense, useMemo } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { localize } from '#schemas/platform/common.ts';
import { provide } from '#src/engine/react/services/services.ts';
import { PortalForm } from '#src/forms/PortalForm.tsx';
import { useShownLanguage } from '#src/locale/useShownLanguage.ts';
import { Button, flushClass } from '#src/ui/Button.tsx';
import { Note } from '#src/ui/Note.tsx';
import { checkUsername } from '#widgets/username/service.ts';
import { FormTitle } from './FormTitle.tsx';
import type { StepProps } from './RegistrationPage.tsx';
import { WithWizard } from './WithWizard.tsx';

/** Username step. The server checks the name on blur and on submit. */
export function UsernameStep({ hashUserKey, steps }: StepProps) {
  const intl = useIntl();
  const language = useShownLanguage();
  const { isFree, typeUsername, chooseUsername, username, refusal } = steps;
  return (
    <WithWizard hashUserKey={hashUserKey} onRegistered={() => steps.goTo('done')}>
      {(wizard) => (
        <Suspense>
          <Button variant="ghost" className={flushClass} onClick={() => steps.goTo('login')}>
            <FormattedMessage id="registration.join.offer" />
          </Button>
          <Form
            userId={wizard.userId}
            initial={username ?? wizard.username}
            isFree={isFree}
            refusal={refusal?.page === 'username' ? refusal.text : undefined}
            language={language}
            onType={typeUsername}
            onSubmit={(wanted) =>
              chooseUsername(wizard.userId, wanted, intl.formatMessage({ id: 'UsernameExists' }))
            }
          />
        </Suspense>
      )}
    </WithWizard>
  );
}

type FormProps = {
  userId: string;
  initial: string;
  isFree: StepProps['steps']['isFree'];
  refusal: string | undefined;
  language: 'de' | 'en';
  onType: (typed: string) => void;
  onSubmit: (wanted: string) => Promise<void>;
};

function Form({ userId, initial, isFree, refusal, language, onType, onSubmit }: FormProps) {
  const services = useMemo(
    () => [provide(checkUsername, (wanted: string) => isFree(userId, wanted))],
    [isFree, userId],
  );
  return (
    <PortalForm
      name="registrationUsername"
      {...(initial ? { initial: { username: initial } } : {})}
      services={services}
      submitIcon={null}
      header={(content) => (
        <FormTitle title={localize(content.title, language)}>
          {content.description && <p>{localize(content.description, language)}</p>}
          {refusal && (
            <Note tone="danger" role="alert">
              {refusal}
            </Note>
          )}
        </FormTitle>
      )}
      onChange={({ username = '' }) => onType(String(username))}
      onSubmit={({ username }) => onSubmit(String(username))}
    />
  );
}
