import { styled } from '@linaria/react';
import { FormattedMessage, useIntl } from 'react-intl';
import { passwordLimits } from '#schemas/access/limits.ts';
import {
  countKinds,
  checkCriteria,
  passwordKinds,
  passwordMusts,
  type PasswordCriterion,
} from '#schemas/access/users.rules.ts';
import type { KnownPerson } from '#schemas/platform/common.ts';
import { useDebouncedText } from '#src/engine/react/fields/useDebouncedText.ts';
import { visuallyHidden } from '#src/ui/field.ts';
import { CheckCircle, Circle, Warning } from '#src/ui/icons.ts';
import { WrappedText } from '#src/ui/WrappedText.tsx';
import { countBars, maxBars, type Bars } from './countBars.ts';
import { useScore } from './useScore.ts';

const Box = styled.div`
  margin-top: var(--s-4);
  font-size: var(--text-sm);
  > p:first-child {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 0 var(--s-4);
    min-height: 1.5em;
    margin-bottom: 0.4rem;
  }
  > p:first-child span + span {
    color: var(--muted);
    font-variant-numeric: tabular-nums;
  }
`;

const Meter = styled.div`
  display: grid;
  grid-template-columns: repeat(4, 1fr);
  gap: 4px;
  span {
    height: 6px;
    border-radius: 3px;
    background: var(--border);
  }
  span[data-full='1'] {
    background: var(--danger);
  }
  span[data-full='2'] {
    background: var(--warn);
  }
  span[data-full='3'],
  span[data-full='4'] {
    background: var(--success);
  }
  @media (forced-colors: active) {
    span {
      border: 1px solid;
    }
    span[data-full] {
      background: CanvasText;
    }
  }
`;

const Word = styled.strong`
  font-weight: var(--fw-strong);
  &[data-bars='1'] {
    color: var(--danger-text);
  }
  &[data-bars='2'] {
    color: var(--warn-text);
  }
  &[data-bars='3'],
  &[data-bars='4'] {
    color: var(--success-text);
  }
`;

const Criteria = styled.div`
  display: grid;
  grid-template-columns: 1fr 1fr;
  gap: 0.35rem var(--s-4);
  margin-top: var(--s-4);
  ul {
    display: grid;
    grid-row: span 4;
    grid-template-rows: subgrid;
    margin: 0;
    padding: 0;
    list-style: none;
  } /* adjacent texts have equal height */
  li {
    display: flex;
    gap: 0.45rem;
    align-items: flex-start;
    color: var(--muted);
    line-height: 1.35;
  }
  li[data-met] {
    color: var(--text);
  }
  li[data-met] svg {
    color: var(--success-text);
  }
  @media (max-width: 359px) {
    grid-template-columns: 1fr;
  }
`;

const words: Record<Bars, string> = {
  1: 'newpassword.strength.weak',
  2: 'newpassword.strength.fair',
  3: 'newpassword.strength.good',
  4: 'newpassword.strength.strong',
};

const criterionTexts: Record<PasswordCriterion, string> = {
  lower: 'newpassword.criterion.lower',
  upper: 'newpassword.criterion.upper',
  special: 'newpassword.criterion.special',
  digit: 'newpassword.criterion.digit',
  length: 'newpassword.criterion.length',
  person: 'newpassword.criterion.person',
  sequence: 'newpassword.criterion.sequence',
  common: 'newpassword.criterion.common',
};

const Short = styled.span`
  display: flex;
  gap: 0.4rem;
  align-items: center;
  color: var(--warn-text);
`;

type StrengthProps = {
  password: string;
  person: KnownPerson;
  /** The field shows its own error. */
  isRefused: boolean;
};

/**
 * Shows the strength of a password as bars and a word, with the criteria. Announced after a pause
 * in typing.
 */
export function Strength({ password, person, isRefused }: StrengthProps) {
  const intl = useIntl();
  const score = useScore(password, person);
  const criteria = checkCriteria(password, person);
  const isEmpty = password === '';
  const bars = isEmpty || score === undefined ? undefined : countBars(score, password, person);
  const word = bars && intl.formatMessage({ id: words[bars] as 'newpassword.strength.weak' });
  const missing = passwordLimits.minLength - Array.from(password).length;
  const short =
    !isEmpty &&
    !isRefused &&
    missing > 0 &&
    intl.formatMessage({ id: 'newpassword.short' }, { missing });
  const strength = word && intl.formatMessage({ id: 'newpassword.strength' }, { word });
  const kinds = intl.formatMessage(
    { id: 'newpassword.kinds' },
    { count: countKinds(criteria), of: passwordKinds.length },
  );
  const spoken = useDebouncedText(
    isEmpty ? '' : [short || strength, kinds].filter(Boolean).join(', '),
  );
  return (
    <Box>
      <p aria-hidden>
        {short ? (
          <Short>
            <Warning size={18} />
            <WrappedText>{short}</WrappedText>
          </Short>
        ) : (
          <span>
            {word && (
              <FormattedMessage
                id="newpassword.strength"
                values={{ word: <Word data-bars={bars}>{word}</Word> }}
              />
            )}
          </span>
        )}
        <span>{kinds}</span>
      </p>
      <Meter aria-hidden>
        {Array.from({ length: maxBars }, (_, index) => (
          <span key={index} data-full={bars && index < bars ? bars : undefined} />
        ))}
      </Meter>
      <p className={visuallyHidden} role="status">
        {spoken}
      </p>
      <CriteriaList criteria={criteria} isEmpty={isEmpty} />
    </Box>
  );
}

type CriteriaListProps = { criteria: ReturnType<typeof checkCriteria>; isEmpty: boolean };

const CriteriaList = ({ criteria, isEmpty }: CriteriaListProps) => (
  <Criteria>
    {[passwordKinds, passwordMusts].map((column) => (
      <ul key={column[0]}>
        {column.map((criterion) => (
          <Criterion
            key={criterion}
            text={criterionTexts[criterion]}
            isMet={!isEmpty && criteria[criterion]}
          />
        ))}
      </ul>
    ))}
  </Criteria>
);

function Criterion({ text, isMet }: { text: string; isMet: boolean }) {
  return (
    <li data-met={isMet || undefined}>
      {isMet ? (
        <CheckCircle size={18} weight="fill" aria-hidden />
      ) : (
        <Circle size={18} aria-hidden />
      )}
      <span>
        <FormattedMessage id={text as 'newpassword.criterion.lower'} />
        {!isMet && (
          <span className={visuallyHidden}>
            {' '}
            <FormattedMessage id="newpassword.notYet" />
          </span>
        )}
      </span>
    </li>
  );
}
