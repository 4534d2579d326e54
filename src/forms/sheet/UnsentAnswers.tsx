import { styled } from '@linaria/react';
import { Suspense, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { UnsentAnswers as Unsent } from '#schemas/forms/assistants.ts';
import { getServerNow } from '#src/device/serverClock.ts';
import { SubmittedAnswers } from '#src/engine/react/review/SubmittedAnswers.tsx';
import { useShownLanguage } from '#src/locale/useShownLanguage.ts';
import { Button } from '#src/ui/Button.tsx';
import { CopyButton } from '#src/ui/CopyButton.tsx';
import { Printer } from '#src/ui/icons.ts';
import { useIsHydrated } from '#src/ui/useIsHydrated.ts';
import { registry } from '#widgets/registry.ts';
import { DiscardDraft } from './DiscardDraft.tsx';
import { FormSkeleton } from './FormSkeleton.tsx';

const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: var(--s-2);
`;
const Answers = styled.div`
  width: 100%;
`;

type UnsentAnswersProps = {
  unsent: Unsent;
  /** Absent for answers that are not stored on this device. */
  onDiscard?: (() => void) | undefined;
};

/** Answers that were not sent, to read, copy and print. */
export function UnsentAnswers({ unsent, onDiscard }: UnsentAnswersProps) {
  const intl = useIntl();
  const language = useShownLanguage();
  const hasScripts = useIsHydrated();
  const shown = useRef<HTMLDivElement>(null);
  const [submittedAt] = useState(() => new Date(getServerNow()).toISOString());
  return (
    <>
      {hasScripts && (
        <Actions>
          <CopyButton
            text={() => shown.current?.innerText ?? ''}
            label={intl.formatMessage({ id: 'unsent.copy' })}
            doneLabel={intl.formatMessage({ id: 'unsent.copied' })}
          />
          <Button icon={<Printer size={20} aria-hidden />} onClick={() => print()}>
            <FormattedMessage id="succeed.print" />
          </Button>
          {onDiscard && (
            <DiscardDraft onDiscard={onDiscard}>
              <FormattedMessage id="draft.delete" />
            </DiscardDraft>
          )}
        </Actions>
      )}
      <Answers ref={shown}>
        <Suspense fallback={<FormSkeleton />}>
          <SubmittedAnswers
            submission={{ ...unsent, submittedAt }}
            registry={registry}
            language={language}
          />
        </Suspense>
      </Answers>
    </>
  );
}
