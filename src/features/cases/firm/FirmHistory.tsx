import { styled } from '@linaria/react';
import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { getPhaseColor } from '#schemas/cases/caseHistories.rules.ts';
import type { StateGroup } from '#schemas/cases/caseHistories.ts';
import { useGetFirmHistoryQuery } from '#src/api/cases/firmMessages.ts';
import { Loading } from '#src/forms/Failure.tsx';
import { StaffFailure } from '#src/forms/StaffFailure.tsx';
import { useCalendarDay } from '#src/locale/useMoment.ts';
import { Button } from '#src/ui/Button.tsx';
import { PencilSimple } from '#src/ui/icons.ts';
import { WrappedText } from '#src/ui/WrappedText.tsx';
import { FirmHistoryEditor } from './FirmHistoryEditor.tsx';

const Body = styled.div`
  display: grid;
  gap: var(--s-5);
  align-content: start;
  justify-items: start;
  min-height: 0;
  overflow-y: auto;
  padding: var(--s-5) var(--s-6) var(--s-6);
  > ol {
    display: grid;
    gap: var(--s-4);
    padding-left: 1.5rem;
  }
  h3 {
    font: var(--fw-strong) var(--text-md)/1.4 var(--font-sans);
    letter-spacing: 0;
  }
  > ol ul {
    list-style: none;
  }
  > ol li li {
    color: var(--muted);
    font-size: var(--text-sm);
  }
  @media (max-width: 1279px) {
    overflow: visible;
  }
  @media (max-width: 767px) {
    padding: var(--s-4) var(--gutter) var(--s-6);
  }
`;

const phaseTexts = {
  grey: 'cases.phase.ahead',
  green: 'cases.phase.done',
  orange: 'cases.phase.running',
} as const;

function Phase({ group }: { group: StateGroup }) {
  const day = useCalendarDay();
  return (
    <li>
      <h3>
        <WrappedText>{group.name}</WrappedText> ·{' '}
        <FormattedMessage id={phaseTexts[getPhaseColor(group)]} />
      </h3>
      {group.states.length > 0 && (
        <ul>
          {group.states.map(({ statusText, date }, index) => (
            <li key={index}>{date === null ? statusText : `${day(date)} · ${statusText}`}</li>
          ))}
        </ul>
      )}
    </li>
  );
}

/** The progress of a case by phases, and its editor. */
export function FirmHistory({ acc, caseId }: { acc: string; caseId: string }) {
  const { currentData: history, error, refetch } = useGetFirmHistoryQuery({ acc, caseId });
  const [isEditing, setIsEditing] = useState(false);
  if (!history)
    return <Body>{error ? <StaffFailure error={error} retry={refetch} /> : <Loading />}</Body>;
  return (
    <Body tabIndex={-1}>
      {history.stateGroups.length === 0 ? (
        <p>
          <FormattedMessage id="firmHistory.none" />
        </p>
      ) : (
        <ol>
          {history.stateGroups.map((group, index) => (
            <Phase key={index} group={group} />
          ))}
        </ol>
      )}
      <Button icon={<PencilSimple size={20} aria-hidden />} onClick={() => setIsEditing(true)}>
        <FormattedMessage id="firmHistory.edit" />
      </Button>
      {isEditing && (
        <FirmHistoryEditor
          acc={acc}
          caseId={caseId}
          history={history}
          onClose={() => setIsEditing(false)}
        />
      )}
    </Body>
  );
}
