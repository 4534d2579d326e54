import { styled } from '@linaria/react';
import type { CSSProperties } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { FormFigures } from '#schemas/forms/businessForms.ts';
import { localized } from '#schemas/platform/common.ts';
import { lostAt, mostLostAt } from '#schemas/forms/formFigures.rules.ts';
import { reviewPage } from '#schemas/forms/forms.ts';
import { useShownLanguage } from '#src/locale/useShownLanguage.ts';

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

/** Visitors per step of a form, and drop-off. */
export function StepTable({ figures: { begun, pages, reviewed, sent } }: { figures: FormFigures }) {
  const intl = useIntl();
  const language = useShownLanguage();
  const say = (id: 'businessForms.steps.begun' | 'businessForms.steps.sent' | 'form.reviewTitle') =>
    intl.formatMessage({ id });
  const steps = [
    ...(pages.length > 1
      ? pages.map(({ id, title, isConditional, reached }) => ({
          id,
          title: localized(title, language),
          isConditional,
          reached,
        }))
      : [
          {
            id: 'begun',
            title: say('businessForms.steps.begun'),
            isConditional: false,
            reached: begun,
          },
        ]),
    ...(reviewed === null
      ? []
      : [
          {
            id: reviewPage,
            title: say('form.reviewTitle'),
            isConditional: false,
            reached: reviewed,
          },
        ]),
    { id: 'sent-', title: say('businessForms.steps.sent'), isConditional: false, reached: sent },
  ];
  const lost = lostAt(steps);
  const most = mostLostAt(steps);
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
        {steps.map(({ id, title, isConditional, reached }, index) => (
          <tr key={id} data-most={index === most ? '' : undefined}>
            <th scope="row" style={{ '--part': reached / top } as CSSProperties}>
              {title}
              {isConditional && (
                <small>
                  <FormattedMessage id="businessForms.steps.conditional" />
                </small>
              )}
              {index === most && (
                <small data-most>
                  <FormattedMessage id="businessForms.steps.most" />
                </small>
              )}
              <i aria-hidden />
            </th>
            <td>{intl.formatNumber(reached)}</td>
            <td>
              {lost[index] === null || lost[index] === undefined
                ? id !== 'sent-' && (
                    <span
                      role="img"
                      aria-label={intl.formatMessage({ id: 'businessForms.steps.notTold' })}
                    >
                      –
                    </span>
                  )
                : intl.formatNumber(lost[index])}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
