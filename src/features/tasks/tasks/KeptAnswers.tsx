import { styled } from '@linaria/react';
import { Suspense, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { SubmittedAnswers } from '#src/engine/react/review/SubmittedAnswers.tsx';
import { DiscardDraft } from '#src/forms/sheet/DiscardDraft.tsx';
import { FormSkeleton } from '#src/forms/sheet/FormSkeleton.tsx';
import { useShownLanguage } from '#src/locale/useShownLanguage.ts';
import { CopyButton } from '#src/ui/CopyButton.tsx';
import { Note } from '#src/ui/Note.tsx';
import { registry } from '#widgets/registry.ts';
import type { Written } from './openTask.ts';
import { refusalTexts, type Refusal } from './useAnswering.ts';

const Column = styled.div`
  display: grid;
  gap: var(--s-5);
  justify-items: start;
  > * {
    max-width: 100%;
  }
  > div:has(> button) {
    display: flex;
    flex-wrap: wrap;
    gap: var(--s-2);
  }
`;

type KeptAnswersProps = { refusal: Refusal; written: Written | undefined; onDiscard: () => void };

/** Notice that a task is closed, with the unsent answers to copy. */
export function KeptAnswers({ refusal, written, onDiscard }: KeptAnswersProps) {
  const intl = useIntl();
  const language = useShownLanguage();
  const shown = useRef<HTMLDivElement>(null);
  const [at] = useState(() => new Date().toISOString());
  const isAny = written !== undefined && written.answers.length > 0;
  return (
    <Column>
      <Note tone="danger" role="alert">
        <p>
          {[
            intl.formatMessage({ id: refusalTexts[refusal] }),
            intl.formatMessage({ id: isAny ? 'tasks.refused.kept' : 'tasks.refused.none' }),
          ].join(' ')}
        </p>
      </Note>
      {isAny && (
        <>
          <div>
            <CopyButton
              text={() => shown.current?.innerText ?? ''}
              label={intl.formatMessage({ id: 'tasks.copy' })}
              doneLabel={intl.formatMessage({ id: 'tasks.copied' })}
            />
            <DiscardDraft onDiscard={onDiscard}>
              <FormattedMessage id="draft.delete" />
            </DiscardDraft>
          </div>
          <div ref={shown}>
            <Suspense fallback={<FormSkeleton />}>
              <SubmittedAnswers
                submission={{ ...written, submittedAt: at }}
                registry={registry}
                language={language}
              />
            </Suspense>
          </div>
        </>
      )}
    </Column>
  );
}
