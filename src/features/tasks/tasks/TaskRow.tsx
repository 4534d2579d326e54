import { styled } from '@linaria/react';
import { FormattedMessage } from 'react-intl';
import { Link } from 'react-router-dom';
import {
  getBadge,
  estimateMinutes,
  getTaskState,
  type TaskBadge,
} from '#schemas/tasks/tasks.rules.ts';
import type { ListedTask, TaskState } from '#schemas/tasks/tasks.ts';
import type { QuestionSummary } from '#schemas/forms/forms.ts';
import { Check, Clock, LockSimple } from '#src/ui/icons.ts';
import type { Icon } from '#src/ui/makeIcon.ts';
import { CaretRight, HourglassLow, NotePencil, Signature } from '#src/ui/portalIcons.ts';
import { WrappedText } from '#src/ui/WrappedText.tsx';
import { dayMs } from '#schemas/platform/time.ts';
import { useForeignZone, useMoment } from '#src/locale/useMoment.ts';

const Row = styled.div`
  > :first-child {
    display: grid;
    grid-template-columns: 2.5rem minmax(0, 1fr) auto 1.25rem;
    gap: 0 var(--s-4);
    align-items: center;
    min-height: var(--target-min);
    padding: 0.9rem 0.6rem;
    border-bottom: 1px solid var(--border);
    color: inherit;
    text-decoration: none;
  }
  > a:hover {
    background: var(--accent-tint);
  }
  > a:focus-visible {
    outline-offset: -3px;
  }
  [data-sign] {
    display: grid;
    place-items: center;
    width: 2.5rem;
    height: 2.5rem;
    border-radius: 50%;
    background: var(--sunken);
    color: var(--muted);
  }
  [data-sign='open'] {
    background: var(--danger-tint);
    color: var(--danger-text);
  }
  [data-sign='answered'] {
    background: var(--success-tint);
    color: var(--success-text);
  }
  b {
    display: block;
    font-weight: var(--fw-strong);
    line-height: 1.3;
    overflow-wrap: anywhere;
  }
  > [aria-disabled] b {
    color: var(--muted);
    font-weight: var(--fw-medium);
  }
  small {
    display: block;
    color: var(--muted);
    font-size: var(--text-sm);
    line-height: 1.35;
  }
  [data-badge] {
    display: inline-flex;
    align-items: center;
    gap: 0.35em;
    padding: 0.2rem 0.55rem;
    border-radius: var(--r-sm);
    background: var(--sunken);
    color: var(--muted);
    font-size: var(--text-xs);
    font-weight: var(--fw-strong);
    line-height: 1.25;
    white-space: nowrap;
    font-variant-numeric: tabular-nums;
  }
  [data-near] {
    background: var(--danger-tint);
    color: var(--danger-text);
  }
  [data-badge='answeredOn'] {
    background: var(--success-tint);
    color: var(--success-text);
  }
  > :first-child > svg:last-child {
    color: var(--muted);
  }
  > p {
    margin-top: -0.6rem;
    padding: 0 0 0.6rem calc(3.1rem + var(--s-4));
    font-size: var(--text-sm);
    > a {
      display: inline-flex;
      align-items: center;
      min-height: var(--target-min);
    }
  }
  &:has(> p) > :first-child {
    border: 0;
  }
  &:has(> p) {
    border-bottom: 1px solid var(--border);
  }
  @media (max-width: 767px) {
    > :first-child {
      grid-template-columns: 2.5rem minmax(0, 1fr);
      gap: 0.1rem 0.85rem;
      padding: 0.85rem 0;
    }
    > p {
      padding-left: 3.35rem;
    }
    [data-badge] {
      grid-column: 2;
      justify-self: start;
      margin-top: 0.35rem;
      white-space: normal;
    }
    > :first-child > svg:last-child {
      display: none;
    }
  }
`;

const signs: Readonly<Record<TaskState, Icon>> = {
  open: NotePencil,
  answered: Check,
  closed: LockSimple,
  expired: HourglassLow,
};

const hints = {
  open: 'tasks.hint.open',
  answered: 'tasks.hint.answered',
  closed: 'tasks.hint.closed',
  expired: 'tasks.hint.expired',
} as const satisfies Record<TaskState, string>;
const badges = {
  answeredOn: 'tasks.badge.answeredOn',
  validUntil: 'tasks.badge.until',
  expiredOn: 'tasks.badge.expiredOn',
  closedOn: 'tasks.badge.closedOn',
} as const satisfies Record<TaskBadge['says'], string>;

/** Status text of the task: to answer, to read, or done. */
function Asks({ asks }: { asks: QuestionSummary }) {
  if (asks.isSignature) return <FormattedMessage id="tasks.asks.signature" />;
  return asks.questions === 0 ? (
    <FormattedMessage id={hints.open} />
  ) : (
    <FormattedMessage
      id="tasks.asks"
      values={{ questions: asks.questions, minutes: estimateMinutes(asks) }}
    />
  );
}

const startOfDay = (at: Date): number => new Date(at).setHours(0, 0, 0, 0);

/** Number of days in the calendar until an instant, rounded because of summer time. */
const countDays = (now: Date, at: Date): number =>
  Math.round((startOfDay(at) - startOfDay(now)) / dayMs);

/** A deadline is marked in its last days. */
const nearDays = 7;

const isNear = ({ says, at }: TaskBadge, now: Date): boolean =>
  says === 'validUntil' && countDays(now, new Date(at)) <= nearDays;

/** Date of the badge. A deadline also says the weekday and the days left. */
function BadgeText({ badge: { says, at }, now }: { badge: TaskBadge; now: Date }) {
  const moment = useMoment();
  const foreignZone = useForeignZone();
  if (says !== 'validUntil')
    return <FormattedMessage id={badges[says]} values={{ at: moment(at) }} />;
  const until = new Date(at);
  const values = { at: until, days: countDays(now, until), zone: foreignZone(at) || 'none' };
  return <FormattedMessage id={badges[says]} values={values} />;
}

type TaskRowProps = {
  task: ListedTask;
  now: Date;
  to: string;
  /** a draft of an earlier visit is on this device */ hasLeft: boolean;
};

/** One task of the list. A closed task without answers opens only a stored draft. */
export function TaskRow({ task, now, to, hasLeft }: TaskRowProps) {
  const state = getTaskState(task, now);
  const badge = getBadge(task, state);
  const shownAs = task.hasAnswer ? 'answered' : state;
  const asks = shownAs === 'open' ? task.asks : null;
  const Sign = asks?.isSignature ? Signature : signs[shownAs];
  const content = (
    <>
      <span data-sign={shownAs}>
        <Sign size={24} aria-hidden />
      </span>
      <span>
        <b>{task.assistantName}</b>
        <small>
          {hasLeft && shownAs === 'open' && (
            <WrappedText>
              <FormattedMessage id="tasks.started" /> ·{' '}
            </WrappedText>
          )}
          {asks ? <Asks asks={asks} /> : <FormattedMessage id={hints[shownAs]} />}
        </small>
      </span>
      {badge ? (
        <span data-badge={badge.says} data-near={isNear(badge, now) || undefined}>
          {badge.says === 'validUntil' && <Clock size={16} aria-hidden />}
          <BadgeText badge={badge} now={now} />
        </span>
      ) : (
        <span />
      )}
    </>
  );
  return (
    <Row>
      {shownAs === 'open' || shownAs === 'answered' ? (
        <Link to={to}>
          {content}
          <CaretRight size={20} aria-hidden />
        </Link>
      ) : (
        <span role="link" aria-disabled="true">
          {content}
        </span>
      )}
      {hasLeft && shownAs !== 'answered' && shownAs !== 'open' && (
        <p>
          <Link to={to}>
            <FormattedMessage id="tasks.left" />
          </Link>
        </p>
      )}
    </Row>
  );
}
