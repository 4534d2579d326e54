import { styled } from '@linaria/react';
import { Suspense, useCallback, useEffect, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { localized } from '#schemas/common.ts';
import type { UserData } from '#schemas/users.ts';
import { useSendSupportRequestMutation } from '#src/api/support.ts';
import { PortalForm } from '#src/forms/PortalForm.tsx';
import { takeUpDraft, type PortalDraft } from '#src/forms/portalDrafts.ts';
import { useOnce } from '#src/forms/useOnce.ts';
import { endDraft } from '#src/lib/drafts.ts';
import { supportDraft } from '#src/lib/outbox.ts';
import { useShownLanguage } from '#src/lib/useShownLanguage.ts';
import { Button } from '#src/ui/Button.tsx';
import { Note } from '#src/ui/Note.tsx';
import { SectionHeader, sectionClass } from './Section.tsx';
import type { ShowToast } from '#src/lib/showToast.ts';

const Restored = styled.div`
  margin-bottom: var(--s-5);
`;

type SupportSectionProps = { user: UserData; showToast: ShowToast };
type WritingProps = SupportSectionProps & {
  draft: PortalDraft;
  /** One was just sent: another can be written at once. */ isNext: boolean;
  onEnded: (hasSent: boolean) => void;
};

function Writing({
  user: { accountId, email },
  showToast,
  draft: { form, round, answers },
  isNext,
  onEnded,
}: WritingProps) {
  const intl = useIntl();
  const language = useShownLanguage();
  const [send] = useSendSupportRequestMutation();
  const once = useOnce();
  const end = (hasSent: boolean) => endDraft({ form, round }).then(() => onEnded(hasSent));

  async function handleSubmit(given: Record<string, unknown>) {
    const payload = { email: String(given['email']), description: String(given['description']) };
    await once(payload, (idempotencyKey) =>
      send({ params: { acc: accountId }, body: { accountId, payload }, idempotencyKey }).unwrap(),
    );
    showToast({
      level: 'success',
      text: intl.formatMessage({ id: 'settings.support.sent' }, { email: payload.email }),
    });
    await end(true);
  }

  return (
    <>
      {answers['description'] !== undefined && (
        <Restored>
          <Note tone="accent" role="status">
            <p>
              <FormattedMessage id="draft.restored" />
            </p>
            <Button variant="ghost" onClick={() => void end(false)}>
              <FormattedMessage id="draft.discard" />
            </Button>
          </Note>
        </Restored>
      )}
      <PortalForm
        name="support"
        initial={{ email, ...answers }}
        {...(isNext ? { focusOn: 'description' } : {})}
        onSubmit={handleSubmit}
        draft={{
          form,
          round,
          onEnded: () => onEnded(false),
          onFailing: () =>
            showToast({ level: 'warning', text: intl.formatMessage({ id: 'draft.notKept' }) }),
        }}
        header={({ description }) => (
          <SectionHeader title={<FormattedMessage id="settings.support.title" />}>
            {description && localized(description, language)}
          </SectionHeader>
        )}
      />
    </>
  );
}

/** Feedback and questions to support. What is typed stays on this device until it is sent or thrown away. */
export function SupportSection(props: SupportSectionProps) {
  const form = supportDraft(props.user.userId);
  const [current, setCurrent] = useState<{ draft: PortalDraft; isNext: boolean }>();
  const takeUp = useCallback(
    (isNext: boolean) => takeUpDraft(form).then((draft) => setCurrent({ draft, isNext })),
    [form],
  );
  useEffect(() => {
    void takeUp(false);
  }, [takeUp]);
  return (
    <section className={sectionClass}>
      {current && (
        <Suspense>
          <Writing
            key={current.draft.round}
            {...props}
            {...current}
            onEnded={(hasSent) => void takeUp(hasSent)}
          />
        </Suspense>
      )}
    </section>
  );
}
