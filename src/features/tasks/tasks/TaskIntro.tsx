import { styled } from '@linaria/react';
import { FormattedMessage } from 'react-intl';
import { localize } from '#schemas/platform/common.ts';
import { getDeadline } from '#schemas/tasks/tasks.rules.ts';
import type { TaskProcess } from '#schemas/tasks/tasks.ts';
import { RequiredHint } from '#src/engine/react/fields/RequiredHint.tsx';
import { useErrorText } from '#src/api/client/useErrorText.ts';
import { saveFile } from '#src/api/files/files.ts';
import { DraftNotice } from '#src/forms/sheet/DraftNotice.tsx';
import { EndedDraft } from '#src/forms/sheet/EndedDraft.tsx';
import { useMoment, useNow } from '#src/locale/useMoment.ts';
import { useShownLanguage } from '#src/locale/useShownLanguage.ts';
import { Button } from '#src/ui/Button.tsx';
import { Clock } from '#src/ui/icons.ts';
import { DownloadSimple } from '#src/ui/portalIcons.ts';
import { Markdown } from '#src/ui/Markdown.tsx';
import { Note } from '#src/ui/Note.tsx';
import { toast } from '#src/ui/toast.ts';
import { WrappedText } from '#src/ui/WrappedText.tsx';
import type { OpenedTask } from './openTask.ts';

const Intro = styled.div`
  display: grid;
  gap: var(--s-4);
  margin-bottom: var(--s-6);
  > p {
    color: var(--muted);
  }
  > p > b {
    color: var(--danger-text);
  }
  > ul {
    display: flex;
    flex-wrap: wrap;
    gap: var(--s-2);
  }
`;

/** The deadline: a countdown warning when it is near, a notice after it passed. */
function DeadlineNote({
  validUntil,
  isKept,
}: {
  validUntil: string | null;
  /** the draft on this device */ isKept: boolean;
}) {
  const moment = useMoment();
  const { phase, minutesLeft } = getDeadline(
    validUntil,
    useNow((now) => getDeadline(validUntil, now).changesInMs),
  );
  if (phase === 'none' || validUntil === null) return null;
  if (phase === 'far')
    return (
      <Note icon={Clock}>
        <p>
          <FormattedMessage id="tasks.deadline" values={{ at: moment(validUntil) }} />
        </p>
      </Note>
    );
  return (
    <Note tone={phase === 'near' ? 'warning' : 'danger'} icon={Clock} role="alert">
      <p>
        {phase === 'near' ? (
          <FormattedMessage
            id="tasks.deadline.near"
            values={{ minutes: minutesLeft, isKept: String(isKept) }}
          />
        ) : (
          <FormattedMessage id="tasks.deadline.passed" />
        )}
      </p>
    </Note>
  );
}

function Attachments({ process: { attachments, workflowKey } }: { process: TaskProcess }) {
  const errorText = useErrorText();
  const save = (id: string, fileName: string) =>
    saveFile(id, fileName, workflowKey).catch((error: unknown) =>
      toast({ level: 'error', text: errorText(error) }),
    );
  return (
    <ul>
      {attachments.map(({ id, fileName }) => (
        <li key={id}>
          <Button
            icon={<DownloadSimple size={20} aria-hidden />}
            onClick={() => void save(id, fileName)}
          >
            {fileName}
          </Button>
        </li>
      ))}
    </ul>
  );
}

type TaskIntroProps = {
  task: OpenedTask;
  validUntil: string | null;
  /** true on the form's first step */
  isFirstStep: boolean;
  /** the draft is stored on this device */
  isKept: boolean;
  /** the draft was sent or discarded in another tab */
  hasEnded: boolean;
  onDiscard: () => void;
  onStartAgain: () => void;
};

function FirstStepIntro({ task, onDiscard }: Pick<TaskIntroProps, 'task' | 'onDiscard'>) {
  const language = useShownLanguage();
  const { process, hasDraft, lost, wasSending } = task;
  const { description } = process.formElement;
  return (
    <>
      <p>
        {description && <WrappedText>{`${localize(description, language)} `}</WrappedText>}
        <RequiredHint />
      </p>
      {process.assistantNotice && (
        <Note>
          <Markdown text={localize(process.assistantNotice, language)} />
        </Note>
      )}
      {process.attachments.length > 0 && <Attachments process={process} />}
      {hasDraft && (
        <DraftNotice draft={wasSending ? 'unsent' : 'restored'} lost={lost} onDiscard={onDiscard} />
      )}
    </>
  );
}

/** Text above the form of a task: deadline, description, attachments and draft notices. */
export function TaskIntro({
  task,
  validUntil,
  isFirstStep,
  isKept,
  hasEnded,
  onDiscard,
  onStartAgain,
}: TaskIntroProps) {
  return (
    <Intro>
      <DeadlineNote validUntil={validUntil} isKept={isKept} />
      {isFirstStep && <FirstStepIntro task={task} onDiscard={onDiscard} />}
      {hasEnded && <EndedDraft {...task} onStartAgain={onStartAgain} />}
    </Intro>
  );
}
