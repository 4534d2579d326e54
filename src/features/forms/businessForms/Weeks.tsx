import { styled } from '@linaria/react';
import type { CSSProperties } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';

/** Bars by week: columns on wide screens, rows on narrow ones. */
const Chart = styled.ol`
  display: grid;
  grid-auto-flow: column;
  grid-auto-columns: minmax(0, 1fr);
  gap: var(--s-2);
  align-items: end;
  margin-block: var(--s-4) var(--s-3);
  font-size: var(--text-xs);
  font-variant-numeric: tabular-nums lining-nums;
  > li {
    display: grid;
    gap: 0.25rem;
    justify-items: center;
  }
  > li > i {
    width: 100%;
    max-width: 2.5rem;
    height: calc(var(--part) * 7rem);
    min-height: 2px;
    border-radius: 2px 2px 0 0;
    background: var(--accent-edge);
  }
  > li[data-none] > i {
    background: var(--border-strong);
  }
  > li:last-child > i {
    opacity: 0.6;
  }
  b {
    font-size: var(--text-sm);
    font-weight: var(--fw-strong);
  }
  time {
    color: var(--muted);
  }
  @media (max-width: 767px) {
    grid-auto-flow: row;
    gap: 0.35rem;
    > li {
      grid-template-columns: 3.25rem minmax(0, 1fr) 2.5rem;
      align-items: center;
      justify-items: start;
    }
    > li > time {
      order: -1;
    }
    > li > b {
      order: 1;
      justify-self: end;
    }
    > li > i {
      width: calc(var(--part) * 100%);
      min-width: 2px;
      max-width: none;
      height: 0.9rem;
      border-radius: 0 2px 2px 0;
    }
  }
`;

/** Submissions by week, as numbers with bars. */
export function Weeks({ weeks, counts }: { weeks: readonly string[]; counts: readonly number[] }) {
  const intl = useIntl();
  const most = Math.max(1, ...counts);
  const day = (monday: string, options: Intl.DateTimeFormatOptions) =>
    intl.formatDate(`${monday}T12:00:00Z`, { timeZone: 'Europe/Berlin', ...options });
  return (
    <>
      <Chart>
        {weeks.map((monday, week) => {
          const count = counts[week] ?? 0;
          return (
            <li
              key={monday}
              data-none={count === 0 ? '' : undefined}
              style={{ '--part': count / most } as CSSProperties}
            >
              <b>{intl.formatNumber(count)}</b>
              <i aria-hidden />
              <time
                dateTime={monday}
                aria-label={intl.formatMessage(
                  { id: 'businessForms.weeks.week' },
                  { day: day(monday, { day: 'numeric', month: 'long' }) },
                )}
              >
                {day(monday, { day: '2-digit', month: '2-digit' })}
              </time>
            </li>
          );
        })}
      </Chart>
      <p>
        <FormattedMessage id="businessForms.weeks.now" />
      </p>
    </>
  );
}
