import { css } from '@linaria/core';
import { FormattedMessage } from 'react-intl';
import { Link } from 'react-router-dom';
import type { ProviderCase } from '#schemas/cases/cases.ts';
import { isUnanswered } from '#schemas/cases/cases.rules.ts';
import { formatPersonName } from '#schemas/platform/personName.ts';
import { useShortDate } from '#src/locale/useShortDate.ts';
import { visuallyHidden } from '#src/ui/field.ts';
import { WrappedText } from '#src/ui/WrappedText.tsx';

const row = css`
  position: relative;
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: 0 0.8rem;
  height: 100%;
  padding: 0.7rem 1rem 0.75rem 1rem;
  border: 1px solid transparent;
  border-right: 0;
  border-radius: var(--r-lg) 0 0 var(--r-lg);
  line-height: 1.35;
  &[data-selected] {
    background: var(--surface);
    border-color: var(--border);
  }
  &:hover:not([data-selected]) {
    background: var(--accent-tint);
  }
  > :is(a, p) {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  > :is(p:first-child, time) {
    color: var(--muted);
    font-size: var(--text-xs);
    font-variant-numeric: tabular-nums;
  }
  > a {
    color: var(--text);
    font-weight: var(--fw-medium);
    text-decoration: none;
  }
  > a::after {
    content: '';
    position: absolute;
    inset: 0;
  }
  > p:last-child {
    grid-column: 1 / -1;
    color: var(--muted);
    font-size: var(--text-sm);
  }
  > [data-dot] {
    align-self: center;
    justify-self: end;
    width: 0.7rem;
    height: 0.7rem;
    border-radius: var(--r-full);
    background: var(--count);
    @media (forced-colors: active) {
      background: CanvasText;
    }
  }
  &[data-unanswered] > a {
    font-weight: var(--fw-strong);
  }
  &[data-unanswered] > p:last-child {
    color: var(--text);
  }
  @media (max-width: 767px) {
    border-radius: 0;
    padding-inline: var(--gutter);
  }
`;

/** The newest message with its author, or the clients of a case without messages. */
function LastMessage({ lastMessage, clients }: Pick<ProviderCase, 'lastMessage' | 'clients'>) {
  if (!lastMessage) {
    const names = clients.map(formatPersonName).join(', ');
    return names ? (
      <WrappedText>{names}</WrappedText>
    ) : (
      <FormattedMessage id="firmCases.noClients" />
    );
  }
  const { creatorName: name, text } = lastMessage;
  return <FormattedMessage id="firmCases.lastMessage" values={{ name, text }} />;
}

type FirmCaseRowProps = { shown: ProviderCase; to: string; isSelected: boolean };

/** A case in the list: reference, date, title and newest message. */
export function FirmCaseRow({ shown, to, isSelected }: FirmCaseRowProps) {
  const shortDate = useShortDate();
  const { aktenzeichen, header, creationDate, lastMessageDate } = shown;
  const date = lastMessageDate ?? creationDate;
  const waits = isUnanswered(shown);
  return (
    <div
      className={row}
      data-case={shown.caseId}
      data-unanswered={waits ? '' : undefined}
      data-selected={isSelected ? '' : undefined}
    >
      <p>
        {aktenzeichen && (
          <FormattedMessage id="firmCases.reference" values={{ reference: aktenzeichen }} />
        )}
      </p>
      <time dateTime={date}>{shortDate(date)}</time>
      <Link to={to} aria-current={isSelected ? 'true' : undefined}>
        {waits && (
          <span className={visuallyHidden}>
            <FormattedMessage id="firmCases.waits" />{' '}
          </span>
        )}
        <WrappedText>{header}</WrappedText>
      </Link>
      <span data-dot={waits ? '' : undefined} />
      <p>
        <LastMessage {...shown} />
      </p>
    </div>
  );
}
