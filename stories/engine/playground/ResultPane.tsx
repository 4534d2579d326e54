import { styled } from '@linaria/react';
import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { formatFinding } from '#src/engine/core/lint/finding.ts';
import { Warning, WarningCircle } from '#src/ui/icons.ts';
import type { LocatedFinding } from '#tools/forms/lintDocument.ts';
import { Bar } from './Bar.tsx';
import type { Result } from './Preview.tsx';
import { Segments } from './Segments.tsx';
import { useSay } from './useSay.ts';

const Below = styled.section`
  display: grid;
  grid-template-rows: auto minmax(0, 1fr);
  min-height: 0;
  background: var(--surface);
  border-top: 1px solid var(--border-strong);
  > div:last-child {
    overflow: auto;
  }
  pre {
    margin: 0;
    padding: var(--s-4);
    font: 0.875rem/1.5 var(--font-mono);
  }
  li {
    display: grid;
    grid-template-columns: 1.5rem 5.5rem minmax(0, 1fr) auto;
    gap: 0.5rem;
    align-items: baseline;
    padding: 0.5rem var(--s-4);
    border-bottom: 1px solid var(--border);
    overflow-wrap: anywhere;
  }
  li[data-severity='error'] > b {
    color: var(--danger-text);
  }
  li[data-severity='warning'] > b {
    color: var(--warn-text);
  }
  li svg {
    align-self: center;
  }
  li button {
    min-height: 1.5rem;
    padding: 0 0.25rem;
    border: 0;
    background: none;
    color: var(--accent-text);
    text-decoration: underline;
    white-space: nowrap;
  }
  @media (max-width: 639px) {
    li {
      grid-template-columns: 1.5rem minmax(0, 1fr) auto;
    }
    li > span {
      grid-column: 1 / -1;
      grid-row: 2;
    }
  }
`;

type FindingItemProps = {
  finding: LocatedFinding;
  onGoTo: (finding: LocatedFinding) => void;
};

function FindingItem({ finding, onGoTo }: FindingItemProps) {
  const say = useSay();
  return (
    <li data-severity={finding.severity}>
      {finding.severity === 'error' ? (
        <WarningCircle size={18} weight="fill" color="var(--danger-text)" aria-hidden />
      ) : (
        <Warning size={18} weight="fill" color="var(--warn-text)" aria-hidden />
      )}
      <b>
        <FormattedMessage
          id={finding.severity === 'error' ? 'workshop.error' : 'workshop.warning'}
        />
      </b>
      <span>{formatFinding(finding, say)}</span>
      <button type="button" onClick={() => onGoTo(finding)}>
        <FormattedMessage id="workshop.line" values={{ line: finding.place.line }} />
      </button>
    </li>
  );
}

type ResultPaneProps = {
  findings: readonly LocatedFinding[];
  result: Result;
  onGoTo: (finding: LocatedFinding) => void;
};

/** Lists the findings, or shows the schema or the answers. */
export function ResultPane({ findings, result, onGoTo }: ResultPaneProps) {
  const say = useSay();
  const [below, setBelow] = useState<'check' | 'schema' | 'answers'>('check');
  const count = (severity: LocatedFinding['severity']) =>
    findings.filter((finding) => finding.severity === severity).length;
  return (
    <Below aria-label={say('workshop.check')}>
      <Bar>
        <h2>
          <span role="status">
            {say('workshop.counts', { errors: count('error'), warnings: count('warning') })}
          </span>
        </h2>
        <Segments
          label={say('workshop.check')}
          value={below}
          onChange={setBelow}
          options={{
            check: say('workshop.check'),
            schema: say('workshop.schema'),
            answers: say('workshop.answers'),
          }}
        />
      </Bar>
      <div tabIndex={0} role="group" aria-label={say(`workshop.${below}`)}>
        {below !== 'check' && <pre>{JSON.stringify(result[below], null, 2)}</pre>}
        {below === 'check' && findings.length === 0 && (
          <pre>
            <FormattedMessage id="workshop.nothingFound" />
          </pre>
        )}
        {below === 'check' && findings.length > 0 && (
          <ul>
            {findings.map((finding, index) => (
              <FindingItem key={index} finding={finding} onGoTo={onGoTo} />
            ))}
          </ul>
        )}
      </div>
    </Below>
  );
}
