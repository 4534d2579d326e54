import { styled } from '@linaria/react';
import { Suspense, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { TaskProcess } from '#schemas/tasks.ts';
import type { FormEngine } from '#src/engine/react/formEngine.ts';
import { SubmittedAnswers } from '#src/engine/react/SubmittedAnswers.tsx';
import { FormSkeleton } from '#src/forms/sheet/FormSkeleton.tsx';
import { useShownLanguage } from '#src/lib/useShownLanguage.ts';
import { CopyButton } from '#src/ui/CopyButton.tsx';
import { Note } from '#src/ui/Note.tsx';
import { registry } from '#widgets/registry.ts';
import { answersIn, refusalTexts, type Refusal } from './useAnswering.ts';

const Column = styled.div`display: grid; gap: var(--s-5); justify-items: start; > * { max-width: 100%; }`;

/** That a task takes no answer any more, and what was written for it, to be copied. */
export function KeptAnswers({ refusal, process, engine }: { refusal: Refusal; process: TaskProcess; engine: FormEngine }) {
  const intl = useIntl();
  const language = useShownLanguage();
  const written = useRef<HTMLDivElement>(null);
  const [at] = useState(() => new Date().toISOString());
  const answers = answersIn(engine, engine.store.answers());
  return (
    <Column>
      <Note tone="danger" role="alert">
        <p><FormattedMessage id={refusalTexts[refusal]} /> <FormattedMessage id={answers.length > 0 ? 'tasks.refused.kept' : 'tasks.refused.none'} /></p>
      </Note>
      {answers.length > 0 && (
        <>
          <CopyButton text={() => written.current?.innerText ?? ''} label={intl.formatMessage({ id: 'tasks.copy' })} doneLabel={intl.formatMessage({ id: 'tasks.copied' })} />
          <div ref={written}>
            <Suspense fallback={<FormSkeleton />}>
              <SubmittedAnswers submission={{ formElement: process.formElement, answers, revision: process.revision, submittedAt: at }} registry={registry} language={language} />
            </Suspense>
          </div>
        </>
      )}
    </Column>
  );
}
