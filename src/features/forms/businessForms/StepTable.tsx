import { styled } from '@linaria/react';
import type { CSSProperties } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { FormFigures } from '#schemas/forms/businessForms.ts';
import { localize } from '#schemas/platform/common.ts';
import { countDropOffs, findLargestDropOff } from '#schemas/forms/formFigures.rules.ts';
import { reviewPage } from '#schemas/forms/forms.ts';
import { useShownLanguage } from '#src/locale/useShownLanguage.ts';
import { WrappedText } from '#src/ui/WrappedText.tsx';

const Table = styled.table`
  width: 100%;
  margin-block: var(--s-4) var(--s-3);
  border-collapse: collapse;
  font-size: var(--text-sm);
  font-variant-numeric: tabular-nums lining-nums;
  th,
  td {
    padding: 0.6rem 0.5rem;
    border-bottom: 1px solid var(--border);
    text-align: left;
    vertical-align: top;
  }
  thead th {
    color: var(--muted);
    font-size: var(--text-xs);
    font-weight: var(--fw-strong);
  }
  th:first-child {
    padding-left: 0;
  }
  td,
  thead th + th {
    width: 7rem;
    text-align: right;
  }
  tbody th {
    font-weight: var(--fw-medium);
    overflow-wrap: anywhere;
  }
  tbody th > small {
    display: block;
    color: var(--muted);
    font-size: var(--text-xs);
    font-weight: var(--fw-text);
  }
  tbody th > i {
    display: block;
    width: calc(var(--part) * 100%);
    min-width: 2px;
    height: 0.45rem;
    margin-top: 0.35rem;
    border-radius: 0 2px 2px 0;
    background: var(--accent-edge);
  }
  tr[data-most] td:last-child {
    font-weight: var(--fw-strong);
  }
  tr[data-most] th > small[data-most] {
    color: var(--warn-text);
    font-weight: var(--fw-strong);
  }
  @media (max-width: 424px) {
    td,
    thead th + th {
      width: 4.5rem;
    }
  }
`;

const sentId = 'sent-';

type Step = { id: string; title: string; isConditional: boolean; reached: number };

/** Lists pages, review, sent. A form of one page begins with its first answer. */
function useStepRows({ begun, pages, reviewed, sent }: FormFigures): Step[] {
  const intl = useIntl();
  const language = useShownLanguage();
  const createStep = (
    id: string,
    titleId: 'businessForms.steps.begun' | 'businessForms.steps.sent' | 'form.reviewTitle',
    reached: number,
  ): Step => ({ id, title: intl.formatMessage({ id: titleId }), isConditional: false, reached });
  return [
    ...(pages.length > 1
      ? pages.map(({ id, title, isConditional, reached }) => ({
          id,
          title: localize(title, language),
          isConditional,
          reached,
        }))
      : [createStep('begun', 'businessForms.steps.begun', begun)]),
    ...(reviewed === null ? [] : [createStep(reviewPage, 'form.reviewTitle', reviewed)]),
    createStep(sentId, 'businessForms.steps.sent', sent),
  ];
}

type StepRowProps = {
  step: Step;
  /** Number of visitors at the step with the most. */
  top: number;
  lost: number | null | undefined;
  isMostLost: boolean;
};

function StepRow({
  step: { id, title, isConditional, reached },
  top,
  lost,
  isMostLost,
}: StepRowProps) {
  const intl = useIntl();
  return (
    <tr data-most={isMostLost ? '' : undefined}>
      <th scope="row" style={{ '--part': reached / top } as CSSProperties}>
        <WrappedText>{title}</WrappedText>
        {isConditional && (
          <small>
            <FormattedMessage id="businessForms.steps.conditional" />
          </small>
        )}
        {isMostLost && (
          <small data-most>
            <FormattedMessage id="businessForms.steps.most" />
          </small>
        )}
        <i aria-hidden />
      </th>
      <td>{intl.formatNumber(reached)}</td>
      <td>
        {lost === null || lost === undefined
          ? id !== sentId && (
              <span
                role="img"
                aria-label={intl.formatMessage({ id: 'businessForms.steps.notTold' })}
              >
                –
              </span>
            )
          : intl.formatNumber(lost)}
      </td>
    </tr>
  );
}

/** Visitors per step of a form, and drop-off. */
export function StepTable({ figures }: { figures: FormFigures }) {
  const steps = useStepRows(figures);
  const lost = countDropOffs(steps);
  const most = findLargestDropOff(steps);
  const top = Math.max(1, ...steps.map(({ reached }) => reached));
  return (
    <Table>
      <thead>
        <tr>
          <th scope="col">
            <FormattedMessage id="businessForms.steps.page" />
          </th>
          <th scope="col">
            <FormattedMessage id="businessForms.steps.reached" />
          </th>
          <th scope="col">
            <FormattedMessage id="businessForms.steps.lost" />
          </th>
        </tr>
      </thead>
      <tbody>
        {steps.map((step, index) => (
          <StepRow
            key={step.id}
            step={step}
            top={top}
            lost={lost[index]}
            isMostLost={index === most}
          />
        ))}
      </tbody>
    </Table>
  );
}
