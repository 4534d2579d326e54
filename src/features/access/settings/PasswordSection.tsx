import { useRef } from 'react';
import { useIntl } from 'react-intl';
import { localize } from '#schemas/platform/common.ts';
import type { UserData } from '#schemas/access/users.ts';
import { useChangePasswordMutation } from '#src/api/access/credentials.ts';
import { PortalForm, type PortalFormHandle } from '#src/forms/PortalForm.tsx';
import { RefusedAnswers } from '#src/forms/refusedAnswers.ts';
import { useOnce } from '#src/forms/useOnce.ts';
import { useShownLanguage } from '#src/locale/useShownLanguage.ts';
import { LockSimple } from '#src/ui/icons.ts';
import { SectionHeader, sectionClass } from './Section.tsx';
import { toast } from '#src/ui/toast.ts';

const tooManyAttempts = 1;

/** Results of a password change. */
export function PasswordSection({ user: { userId, username, email } }: { user: UserData }) {
  const intl = useIntl();
  const language = useShownLanguage();
  const [change] = useChangePasswordMutation();
  const form = useRef<PortalFormHandle>(null);
  const once = useOnce();

  async function handleSubmit({ oldpassword, newpassword }: Record<string, unknown>) {
    const { password, repeated } = newpassword as { password: string; repeated: string };
    const body = {
      oldpassword: String(oldpassword),
      newpassword: password,
      newpasswordconfirmation: repeated,
    };
    const { result, loginAttempts } = await once(body, (idempotencyKey) =>
      change({ params: { userId }, body, idempotencyKey }).unwrap(),
    );
    if (result !== 0) {
      form.current?.clear('oldpassword');
      throw new RefusedAnswers({
        oldpassword: intl.formatMessage(
          {
            id:
              result === tooManyAttempts
                ? 'existingPassword.tooManyAttempts'
                : 'settings.password.wrong',
          },
          { count: loginAttempts },
        ),
      });
    }
    form.current?.clear('oldpassword', 'newpassword');
    toast({ level: 'success', text: { id: 'settings.password.changed' } });
  }

  return (
    <section className={sectionClass}>
      <PortalForm
        ref={form}
        name="changePassword"
        person={{ ...(username ? { username } : {}), email }}
        submitIcon={<LockSimple size={20} aria-hidden />}
        header={({ title, description }) => (
          <SectionHeader title={localize(title, language)}>
            {description && localize(description, language)}
          </SectionHeader>
        )}
        onSubmit={handleSubmit}
      />
    </section>
  );
}
