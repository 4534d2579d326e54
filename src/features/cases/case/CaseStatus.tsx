import { styled } from '@linaria/react';
import { useId, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { StateGroup } from '#schemas/cases/caseHistories.ts';
import {
  findCurrentPhase,
  getPhaseColor,
  type PhaseColor,
} from '#schemas/cases/caseHistories.rules.ts';
import { useGetCaseHistoryQuery } from '#src/api/cases/caseHistories.ts';
import { useCalendarDay } from '#src/locale/useMoment.ts';
import { Failure } from '#src/forms/Failure.tsx';
import { Button } from '#src/ui/Button.tsx';
import { CaretDown, Check } from '#src/ui/icons.ts';
import { CaretUp } from '#src/ui/portalIcons.ts';
import { WrappedText } from '#src/ui/WrappedText.tsx';

const Head = styled.div`
  display: flex;
  gap: var(--s-4);
  align-items: center;
  justify-content: space-between;
  margin-bottom: var(--s-4);
  h2 {
    font-size: var(--text-xl);
  }
`;
const Phases = styled.ol`
  display: grid;
  > li {
    position: relative;
    display: grid;
    grid-template-columns: 1.5rem minmax(0, 1fr);
    gap: var(--s-4);
    padding-bottom: 1.3rem;
  }
  > li:not(:last-child)::before {
    content: '';
    position: absolute;
    left: calc(0.75rem - 1px);
    top: 1.6rem;
    bottom: -0.1rem;
    border-left: 2px solid var(--border);
  }
  > li[data-color='green']:not(:last-child)::before {
    border-color: var(--success);
  }
  h3 {
    display: flex;
    flex-wrap: wrap;
    gap: 0.1rem 0.6rem;
    align-items: center;
    font: var(--fw-strong) var(--text-md)/1.5rem var(--font-sans);
    letter-spacing: 0;
    overflow-wrap: anywhere;
  }
  > li[data-color='grey'] h3 {
    color: var(--muted);
    font-weight: 400;
  }
`;
const Mark = styled.span`
  display: grid;
  place-items: center;
  width: 1.5rem;
  height: 1.5rem;
  border: 2px solid var(--border-strong);
  border-radius: var(--r-full);
  background: var(--surface);
  color: var(--surface);
  [data-color='green'] > & {
    border-color: var(--success);
    background: var(--success);
  }
  [data-color='orange'] > & {
    border-color: var(--warn);
    background: var(--warn-tint);
  }
  [data-color='orange'] > &::after {
    content: '';
    width: 0.6rem;
    height: 0.6rem;
    border-radius: var(--r-full);
    background: var(--warn);
  }
  @media (forced-colors: active) {
    [data-color='orange'] > &::after {
      background: CanvasText;
    }
  }
`;
const Running = styled.span`
  padding: 0.1rem 0.6rem;
  border-radius: var(--r-sm);
  background: var(--warn-tint);
  color: var(--warn-text);
  font-size: var(--text-xs);
  line-height: 1.4;
`;
const States = styled.ul`
  > li {
    display: grid;
    grid-template-columns: 5.6rem minmax(0, 1fr);
    gap: 0.6rem;
    margin-top: 0.35rem;
    font-size: var(--text-sm);
    line-height: 1.4;
    overflow-wrap: anywhere;
  }
  > li:not(:has(time)) {
    grid-template-columns: minmax(0, 1fr);
  }
  time {
    color: var(--muted);
    font-variant-numeric: tabular-nums lining-nums;
  }
`;

const said = {
  grey: 'cases.phase.ahead',
  green: 'cases.phase.done',
  orange: 'cases.phase.running',
} as const satisfies Record<PhaseColor, string>;

function Phase({ group, isCurrent }: { group: StateGroup; isCurrent: boolean }) {
  const intl = useIntl();
  const day = useCalendarDay();
  const color = getPhaseColor(group);
  return (
    <li data-color={color} aria-current={isCurrent ? 'step' : undefined}>
      <Mark role="img" aria-label={intl.formatMessage({ id: said[color] })}>
        {color === 'green' && <Check size={15} aria-hidden />}
      </Mark>
      <div>
        <h3>
          <WrappedText>{group.name}</WrappedText>
          {color === 'orange' && (
            <Running aria-hidden>
              <FormattedMessage id="cases.phase.running" />
            </Running>
          )}
        </h3>
        {group.states.length > 0 && (
          <States>
            {group.states.map(({ statusText, date }, index) => (
              <li key={index}>
                {date !== null && <time dateTime={date}>{day(date)}</time>}
                <span>{statusText}</span>
              </li>
            ))}
          </States>
        )}
      </div>
    </li>
  );
}

/** Progress of an esy case: the present phase; all phases on request. Empty without a history. */
export function CaseStatus({ acc, akte }: { acc: string; akte: string }) {
  const listId = useId();
  const [isOpen, setIsOpen] = useState(true);
  const { data, error, refetch } = useGetCaseHistoryQuery({ params: { acc, akte } });
  if (error && !data) return <Failure error={error} retry={refetch} />;
  const groups = data?.stateGroups ?? [];
  if (groups.length === 0) return null;
  const current = findCurrentPhase(groups);
  const expandedIndex = Math.max(current, 0); // the first phase is next while none has begun
  const Caret = isOpen ? CaretUp : CaretDown;
  return (
    <section aria-labelledby={`${listId}-head`}>
      <Head>
        <h2 id={`${listId}-head`}>
          <FormattedMessage id="cases.status" />
        </h2>
        {groups.length > 1 && (
          <Button
            variant="ghost"
            aria-expanded={isOpen}
            aria-controls={listId}
            onClick={() => setIsOpen(!isOpen)}
          >
            <FormattedMessage id={isOpen ? 'cases.status.less' : 'cases.status.more'} />
            <Caret size={20} aria-hidden />
          </Button>
        )}
      </Head>
      <Phases id={listId}>
        {groups.map(
          (group, index) =>
            (isOpen || index === expandedIndex) && (
              <Phase key={index} group={group} isCurrent={index === current} />
            ),
        )}
      </Phases>
    </section>
  );
}
