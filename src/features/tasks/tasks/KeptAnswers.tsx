import { styled } from '@linaria/react';
import { useIntl } from 'react-intl';
import type { UnsentAnswers as Unsent } from '#schemas/forms/assistants.ts';
import { UnsentAnswers } from '#src/forms/sheet/UnsentAnswers.tsx';
import { Note } from '#src/ui/Note.tsx';
import { refusalTexts, type Refusal } from './useAnswering.ts';

const Column = styled.div`
  display: grid;
  gap: var(--s-5);
  justify-items: start;
  > * {
    max-width: 100%;
  }
`;

type KeptAnswersProps = { refusal: Refusal; unsent: Unsent | undefined; onDiscard: () => void };

/** Notice that a task is closed, with the unsent answers to copy. */
export function KeptAnswers({ refusal, unsent, onDiscard }: KeptAnswersProps) {
  const intl = useIntl();
  return (
    <Column>
      <Note tone="danger" role="alert">
        <p>
          {[
            intl.formatMessage({ id: refusalTexts[refusal] }),
            intl.formatMessage({ id: unsent ? 'tasks.refused.kept' : 'tasks.refused.none' }),
          ].join(' ')}
        </p>
      </Note>
      {unsent && <UnsentAnswers unsent={unsent} onDiscard={onDiscard} />}
    </Column>
  );
}
