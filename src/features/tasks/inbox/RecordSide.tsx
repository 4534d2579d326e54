import { styled } from '@linaria/react';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import type { StaffRole } from '#schemas/platform/endpoint.ts';
import type { Suspicion } from '#schemas/forms/assistants.ts';
import { submissionLimits } from '#schemas/forms/limits.ts';
import { mayAssign } from '#schemas/tasks/board.rules.ts';
import { mayChange } from '#schemas/tasks/inbox.rules.ts';
import type { InboxRecord } from '#schemas/tasks/inbox.ts';
import { formatPersonName } from '#schemas/platform/personName.ts';
import { saveInboxPdf } from '#src/api/tasks/inbox.ts';
import { paths } from '#src/routing/paths.ts';
import { Button } from '#src/ui/Button.tsx';
import { fieldClass } from '#src/ui/field.ts';
import { FilePdf } from '#src/ui/icons.ts';
import { toast } from '#src/ui/toast.ts';
import type { Marking } from './useMarking.ts';
import { useNote } from './useNote.ts';

const Side = styled.aside`
  min-height: 0;
  overflow-y: auto;
  border-left: 1px solid var(--border);
  > section {
    display: grid;
    gap: var(--s-2);
    padding: var(--s-4) var(--s-5);
    font-size: var(--text-sm);
  }
  > section + section {
    border-top: 1px solid var(--border);
  }
  h3 {
    color: var(--muted);
    font: var(--fw-strong) var(--text-sm)/1.3 var(--font-sans);
    letter-spacing: 0;
  }
  :is(select, textarea) {
    width: 100%;
  }
  textarea {
    min-height: 5rem;
    resize: vertical;
  }
  dl {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: var(--s-1) var(--s-3);
  }
  dt {
    color: var(--muted);
  }
  dd {
    overflow-wrap: anywhere;
  }
  @media (max-width: 1279px) {
    overflow: visible;
    border-left: 0;
    border-top: 1px solid var(--border);
  }
`;

const suspicionTexts = {
  hiddenFieldFilled: 'inbox.suspicion.hiddenFieldFilled',
  tooFast: 'inbox.suspicion.tooFast',
  tokenExpired: 'inbox.suspicion.tokenExpired',
  tokenInvalid: 'inbox.suspicion.tokenInvalid',
} as const satisfies Record<Suspicion, string>;

const sourceTexts = {
  link: 'inbox.source.link',
  task: 'inbox.source.task',
  externalRequest: 'inbox.source.externalRequest',
} as const satisfies Record<InboxRecord['source'], string>;

export type RecordProps = {
  acc: string;
  role: StaffRole;
  userId: string;
  record: InboxRecord;
  marking: Marking;
};

/** Chooses the assignee. Staff without the right to assign can take an item and give it back. */
function AssigneeSection({ role, userId, record, marking }: RecordProps) {
  const intl = useIntl();
  const { assignee, assignees } = record;
  const own = { userId, assigneeId: assignee?.userId ?? null };
  const isListed = !assignee || assignees.some((each) => each.userId === assignee.userId);
  const isOwn = assignee?.userId === userId;
  const wanted = { assigneeId: isOwn ? null : userId };
  return (
    <section>
      <h3 id="inbox-assignee">
        <FormattedMessage id="inbox.assignee" />
      </h3>
      {mayAssign(role) ? (
        <select
          className={fieldClass}
          aria-labelledby="inbox-assignee"
          value={assignee?.userId ?? ''}
          disabled={marking.isMarking}
          onChange={({ target }) =>
            void marking.change(record, { assigneeId: target.value || null })
          }
        >
          <option value="">{intl.formatMessage({ id: 'inbox.nobody' })}</option>
          {[...(isListed ? [] : [assignee]), ...assignees].map((each) => (
            <option key={each.userId} value={each.userId}>
              {formatPersonName(each)}
            </option>
          ))}
        </select>
      ) : (
        <p>{assignee ? formatPersonName(assignee) : <FormattedMessage id="inbox.nobody" />}</p>
      )}
      {mayChange(role, own, wanted) && (
        <Button
          variant="ghost"
          isBusy={marking.isMarking}
          onClick={() => void marking.change(record, wanted)}
        >
          <FormattedMessage id={isOwn ? 'inbox.giveBack' : 'inbox.take'} />
        </Button>
      )}
    </section>
  );
}

/** A note of the staff. It is saved after a pause in typing, and when the field is left. */
function NoteSection({ role, userId, record, marking }: RecordProps) {
  const intl = useIntl();
  const { text, isSaved, write, save } = useNote(record, marking);
  const own = { userId, assigneeId: record.assignee?.userId ?? null };
  const mayWrite = mayChange(role, own, { note: text });

  if (!mayWrite && record.note === '') return null;
  return (
    <section>
      <h3 id="inbox-note">
        <FormattedMessage id="inbox.note" />
      </h3>
      <textarea
        className={fieldClass}
        aria-labelledby="inbox-note"
        aria-describedby="inbox-note-help"
        maxLength={submissionLimits.maxNoteLength}
        placeholder={mayWrite ? intl.formatMessage({ id: 'inbox.note.placeholder' }) : undefined}
        readOnly={!mayWrite}
        value={text}
        onChange={({ target }) => write(target.value)}
        onBlur={() => void save()}
      />
      <p id="inbox-note-help" role="status">
        <FormattedMessage id={isSaved ? 'inbox.note.saved' : 'inbox.note.help'} />
      </p>
    </section>
  );
}

function Suspicions({ of }: { of: readonly Suspicion[] }) {
  if (of.length === 0) return null;
  return (
    <>
      <p>
        <FormattedMessage id="inbox.suspicions" />
      </p>
      <ul>
        {of.map((each) => (
          <li key={each}>
            <FormattedMessage id={suspicionTexts[each]} />
          </li>
        ))}
      </ul>
    </>
  );
}

function FactsSection({ acc, record }: RecordProps) {
  const { source, reference, caseId, suspicions, caseHeader, agbAccepted, datenschutzAccepted } =
    record;
  const accepted = [
    ...(agbAccepted ? (['inbox.accepted.terms'] as const) : []),
    ...(datenschutzAccepted ? (['inbox.accepted.privacy'] as const) : []),
  ];
  return (
    <section>
      <h3>
        <FormattedMessage id="inbox.facts" />
      </h3>
      <dl>
        <dt>
          <FormattedMessage id="inbox.source" />
        </dt>
        <dd>
          <FormattedMessage id={sourceTexts[source]} />
        </dd>
        <dt>
          <FormattedMessage id="inbox.reference" />
        </dt>
        <dd>{reference}</dd>
        {caseHeader !== null && (
          <>
            <dt>
              <FormattedMessage id="inbox.case" />
            </dt>
            <dd>
              <Link to={paths.firmCases(acc, caseId ?? undefined)}>{caseHeader}</Link>
            </dd>
          </>
        )}
        {accepted.length > 0 && (
          <>
            <dt>
              <FormattedMessage id="inbox.accepted" />
            </dt>
            {accepted.map((id) => (
              <dd key={id} style={{ gridColumn: 2 }}>
                <FormattedMessage id={id} />
              </dd>
            ))}
          </>
        )}
      </dl>
      <Suspicions of={suspicions} />
    </section>
  );
}

function PdfSection({ acc, record: { submissionId, reference } }: RecordProps) {
  const [isLoading, setIsLoading] = useState(false);

  async function save(): Promise<void> {
    if (isLoading) return;
    setIsLoading(true);
    await saveInboxPdf({ acc, submissionId }, reference).catch(() =>
      toast({ level: 'error', text: { id: 'inbox.notDownloaded' } }),
    );
    setIsLoading(false);
  }

  return (
    <section>
      <h3>
        <FormattedMessage id="inbox.asFile" />
      </h3>
      <Button isBusy={isLoading} onClick={() => void save()}>
        <FilePdf size={20} aria-hidden />
        <FormattedMessage id="inbox.pdf" />
      </Button>
    </section>
  );
}

/** Assignee, note and facts of a submission, and its PDF. */
export function RecordSide(props: RecordProps) {
  const intl = useIntl();
  return (
    <Side aria-label={intl.formatMessage({ id: 'inbox.about' })}>
      <AssigneeSection {...props} />
      <NoteSection {...props} />
      <FactsSection {...props} />
      <PdfSection {...props} />
    </Side>
  );
}
