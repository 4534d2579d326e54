import { useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { localized } from '#schemas/common.ts';
import type { UserData } from '#schemas/users.ts';
import { useSendSupportRequestMutation } from '#src/api/support.ts';
import { PortalForm, type PortalFormHandle } from '#src/forms/PortalForm.tsx';
import { useOnce } from '#src/forms/useOnce.ts';
import { useShownLanguage } from '#src/lib/useShownLanguage.ts';
import { SectionHeader, sectionClass } from './Section.tsx';
import type { ShowToast } from '#src/lib/showToast.ts';

/** Feedback and questions to support. */
export function SupportSection({ user: { accountId, email }, showToast }: { user: UserData; showToast: ShowToast }) {
  const intl = useIntl();
  const language = useShownLanguage();
  const [send] = useSendSupportRequestMutation();
  const form = useRef<PortalFormHandle>(null);
  const once = useOnce();

  async function handleSubmit(answers: Record<string, unknown>) {
    const payload = { email: String(answers['email']), description: String(answers['description']) };
    await once(payload, (idempotencyKey) => send({ params: { acc: accountId }, body: { accountId, payload }, idempotencyKey }).unwrap());
    form.current?.clear('description');
    showToast({ level: 'success', text: intl.formatMessage({ id: 'settings.support.sent' }, { email: payload.email }) });
  }

  return (
    <section className={sectionClass}>
      <PortalForm
        ref={form} name="support" initial={{ email }} onSubmit={handleSubmit}
        header={({ description }) => <SectionHeader title={<FormattedMessage id="settings.support.title" />}>{description && localized(description, language)}</SectionHeader>}
      />
    </section>
  );
}
