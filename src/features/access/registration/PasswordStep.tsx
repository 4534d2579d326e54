import { css } from '@linaria/core';
import { Suspense } from 'react';
import { FormattedMessage } from 'react-intl';
import { localize } from '#schemas/platform/common.ts';
import { getNewPassword } from '#src/forms/getNewPassword.ts';
import { PortalForm } from '#src/forms/PortalForm.tsx';
import { useShownLanguage } from '#src/locale/useShownLanguage.ts';
import { FormTitle } from './FormTitle.tsx';
import type { StepProps } from './RegistrationPage.tsx';
import { WithWizard } from './WithWizard.tsx';

const linkClass = css`
  padding: 0;
  border: 0;
  background: none;
  color: var(--accent-text);
  text-decoration: underline;
  text-underline-offset: 0.18em;
`;

/** Password step. Submitting it completes the registration. */
export function PasswordStep({ hashUserKey, steps }: StepProps) {
  const language = useShownLanguage();
  const username = steps.username ?? '';
  const change = (
    <button type="button" className={linkClass} onClick={() => steps.goTo('username')}>
      <FormattedMessage id="registration.changeUsername" />
    </button>
  );
  return (
    <WithWizard hashUserKey={hashUserKey} onRegistered={() => steps.goTo('done')}>
      {(wizard) => (
        <Suspense>
          <PortalForm
            name="registrationPassword"
            person={{ username, email: wizard.email }}
            submitIcon={null}
            header={(content) => (
              <FormTitle title={localize(content.title, language)}>
                <p>
                  <FormattedMessage
                    id="registration.username"
                    values={{ username: <b key="name">{username}</b> }}
                  />{' '}
                  {change}
                </p>
              </FormTitle>
            )}
            onSubmit={(answers) => steps.register(wizard, getNewPassword(answers['password']))}
          />
        </Suspense>
      )}
    </WithWizard>
  );
}
