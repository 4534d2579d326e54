import { styled } from '@linaria/react';
import { useId } from 'react';
import { FormattedMessage } from 'react-intl';
import { Link } from 'react-router-dom';
import type { CaseSummary } from '#schemas/cases/cases.ts';
import { getMsUntilExpiry, getTaskState } from '#schemas/tasks/tasks.rules.ts';
import { useListTasksQuery } from '#src/api/tasks/tasks.ts';
import { useNow } from '#src/locale/useMoment.ts';
import { buttonClass } from '#src/ui/Button.tsx';
import { ArrowRight } from '#src/ui/icons.ts';
import { ClipboardText } from '#src/ui/portalIcons.ts';
import { WrappedText } from '#src/ui/WrappedText.tsx';
import { useCaseAddress } from '#src/features/cases/caseView.ts';

const Card = styled.section`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto;
  grid-column: 1 / -1;
  gap: var(--s-5);
  align-items: center;
  padding: var(--s-5) var(--s-6);
  border-radius: var(--r-lg);
  background: var(--danger);
  color: #fff;
  > [data-mark] {
    display: grid;
    place-items: center;
    width: 3.25rem;
    height: 3.25rem;
    border-radius: var(--r-full);
    background: rgb(255 255 255 / 0.16);
  }
  h2 {
    font-size: var(--text-xl);
  }
  a {
    border-color: #fff;
    background: #fff;
    color: oklch(0.45 0.17 26);
  }
  a:hover {
    background: oklch(0.95 0.02 26);
  }
  a:focus-visible {
    outline-color: #fff;
  }
  @container (max-width: 767px) {
    grid-template-columns: auto minmax(0, 1fr);
    gap: var(--s-3) var(--s-4);
    padding: var(--s-5);
    > [data-mark] {
      width: 2.75rem;
      height: 2.75rem;
    }
    a {
      grid-column: 1 / -1;
    }
  }
  @media (forced-colors: active) {
    border: 2px solid CanvasText;
  }
  @media print {
    border: 1pt solid #000;
    background: none;
    color: #000;
  }
`;

/** Open tasks with their deadlines. Draws nothing without an open task. */
export function OpenTasks({ shown }: { shown: CaseSummary }) {
  const headId = useId();
  const buildAddress = useCaseAddress();
  const tasks =
    useListTasksQuery({ params: { acc: shown.accountId, akteIdHash: shown.idHash } }).data
      ?.workflows ?? [];
  const now = useNow((at) => getMsUntilExpiry(tasks, at));
  const open = tasks.filter((task) => getTaskState(task, now) === 'open');
  if (open.length === 0) return null;
  const next = open.flatMap(({ validUntil }) => validUntil ?? []).sort()[0];
  return (
    <Card aria-labelledby={headId}>
      <span data-mark>
        <ClipboardText size={28} aria-hidden />
      </span>
      <div>
        <h2 id={headId}>
          <FormattedMessage id="cases.needed" />
        </h2>
        <p>
          <FormattedMessage id="cases.needed.open" values={{ count: open.length }} />
          {next !== undefined && (
            <WrappedText>
              {' '}
              <FormattedMessage id="cases.needed.until" values={{ at: new Date(next) }} />
            </WrappedText>
          )}
        </p>
      </div>
      <Link className={buttonClass} to={buildAddress(shown, { tab: 'tasks' })}>
        <FormattedMessage id="cases.needed.go" />
        <ArrowRight size={20} aria-hidden />
      </Link>
    </Card>
  );
}
