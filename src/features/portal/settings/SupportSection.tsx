import { styled } from '@linaria/react';
import { Suspense, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { localize } from '#schemas/platform/common.ts';
import type { UserData } from '#schemas/access/users.ts';
import { useSendSupportRequestMutation } from '#src/api/portal/support.ts';
import { PortalForm } from '#src/forms/PortalForm.tsx';
import type { PortalDraft } from '#src/forms/portalDrafts.ts';
import { SentElsewhere } from '#src/forms/SentElsewhere.tsx';
import { useOnce } from '#src/forms/useOnce.ts';
import { useOwnDraft } from '#src/forms/useOwnDraft.ts';
import { endDraft } from '#src/device/indexedDb/draftStorage.ts';
import { getSupportDraftName } from '#src/device/indexedDb/messageQueue.ts';
import { useShownLanguage } from '#src/locale/useShownLanguage.ts';
import { Button } from '#src/ui/Button.tsx';
import { Note } from '#src/ui/Note.tsx';
import { SectionHeader, sectionClass } from '#src/features/access/settings/Section.tsx';
import { toast } from '#src/ui/toast.ts';

const Restored = styled.div`
  margin-bottom: var(--s-5);
`;

type SupportSectionProps = { user: UserData };
type WritingProps = SupportSectionProps & {
  draft: PortalDraft;
  /** Resets the form after a request was sent. */ isNext: boolean;
  onEnded: (hasSent: boolean) => void;
};

function Writing({
  user: { accountId, email },
  draft: { form, round, answers },
  isNext,
  onEnded,
}: WritingProps) {
  const language = useShownLanguage();
  const [send] = useSendSupportRequestMutation();
  const [hasEnded, setHasEnded] = useState(false);
  const once = useOnce();
  const end = (hasSent: boolean) => endDraft({ form, round }).then(() => onEnded(hasSent));

  async function handleSubmit(given: Record<string, unknown>) {
    const payload = { email: String(given['email']), description: String(given['description']) };
    await once(payload, (idempotencyKey) =>
      send({ params: { acc: accountId }, body: { accountId, payload }, idempotencyKey }).unwrap(),
    );
    toast({
      level: 'success',
      text: { id: 'settings.support.sent', values: { email: payload.email } },
    });
    await end(true);
  }

  return (
    <>
      {hasEnded && <SentElsewhere />}
      {answers['description'] !== undefined && !hasEnded && (
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
          onEnded: () => setHasEnded(true),
          onFailing: () => toast({ level: 'warning', text: { id: 'draft.notKept' } }),
        }}
        header={({ description }) => (
          <SectionHeader title={<FormattedMessage id="settings.support.title" />}>
            {description && localize(description, language)}
          </SectionHeader>
        )}
      />
    </>
  );
}

/** Support form. Its draft stays on this device until it is sent or discarded. */
export function SupportSection(props: SupportSectionProps) {
  const { draft, reload } = useOwnDraft(getSupportDraftName(props.user.userId));
  const [isNext, setIsNext] = useState(false);

  function handleEnd(hasSent: boolean): void {
    setIsNext(hasSent);
    void reload();
  }

  return (
    <section className={sectionClass}>
      {draft && (
        <Suspense>
          <Writing key={draft.round} {...props} {...{ draft, isNext }} onEnded={handleEnd} />
        </Suspense>
      )}
    </section>
  );
}
