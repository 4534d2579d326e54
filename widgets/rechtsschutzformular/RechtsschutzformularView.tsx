import { css } from '@linaria/core';
import { lazy, Suspense, type FocusEvent } from 'react';
import { FormattedMessage } from 'react-intl';
import type { AnswerProps, WidgetProps } from '#src/engine/core/element.ts';
import { fieldClass, subLabelClass } from '#src/ui/field.ts';
import {
  insuranceIn,
  insurerNamed,
  numberNames,
  numbers,
  type InsuranceAnswer,
} from './insuranceAnswer.ts';
import type { InsurerFieldProps } from './InsurerField.tsx';
import { useInsurances } from './useInsurances.ts';

/** The search is fetched when the question is asked, not with every form that might ask it; off the net a plain field does. */
const InsurerField = lazy(() =>
  import('./InsurerField.tsx').then(
    ({ InsurerField }) => ({ default: InsurerField }),
    () => ({ default: PlainInsurerField }),
  ),
);

function PlainInsurerField({
  id,
  name,
  required,
  invalid,
  disabled,
  describedBy,
  onName,
}: InsurerFieldProps) {
  return (
    <div>
      <label className={subLabelClass} htmlFor={id}>
        <FormattedMessage id="rechtsschutzformular.insurer" />
      </label>
      <input
        id={id}
        className={fieldClass}
        type="text"
        autoComplete="off"
        value={name}
        disabled={disabled}
        aria-required={required || undefined}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        onChange={(event) => onName(event.target.value)}
      />
    </div>
  );
}

type InsuranceConfig = Record<never, never>;

const layout = css`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: var(--s-3) var(--s-4);
  > :first-child {
    grid-column: 1 / -1;
  }
  @media (max-width: 639px) {
    grid-template-columns: minmax(0, 1fr);
  }
`;
const waitingClass = css`
  height: 4.5rem;
`;
const hintClass = css`
  grid-column: 1 / -1;
  color: var(--muted);
  font-size: var(--text-sm);
  &:empty {
    display: none;
  }
`;

export function Widget({
  id,
  value,
  onChange,
  onBlur,
  required,
  invalid,
  disabled,
  describedBy,
}: WidgetProps<InsuranceConfig, InsuranceAnswer>) {
  const { list, state, reload } = useInsurances();
  const { foreignId, name = '', ...given } = insuranceIn(value);
  const isKnown = foreignId !== undefined || insurerNamed(list, name).foreignId !== undefined;

  function change(next: Partial<InsuranceAnswer>) {
    const { policyNumber, claimNumber } = { ...given, ...next };
    const insurer =
      next.name === undefined
        ? { name, ...(foreignId ? { foreignId } : {}) }
        : insurerNamed(list, next.name);
    const answer = {
      ...insurer,
      ...(policyNumber ? { policyNumber } : {}),
      ...(claimNumber ? { claimNumber } : {}),
    };
    onChange(answer.name || policyNumber || claimNumber ? answer : undefined);
  }

  function handleBlur({ currentTarget, relatedTarget }: FocusEvent) {
    if (currentTarget.contains(relatedTarget)) return;
    if (name && isKnown && !foreignId) change({ name }); // typed before the list had come
    onBlur();
  }

  return (
    <div id={id} className={layout} onBlur={handleBlur}>
      <Suspense fallback={<div className={waitingClass} />}>
        <InsurerField
          id={`${id}-insurer`}
          name={name}
          list={list}
          required={required}
          invalid={invalid && name === ''}
          disabled={disabled}
          describedBy={describedBy}
          onName={(next) => change({ name: next })}
          onFocus={() => {
            if (state === 'failed') reload();
          }}
        />
      </Suspense>
      <p role="status" className={hintClass}>
        {state === 'failed' && <FormattedMessage id="rechtsschutzformular.failed" />}
        {state === 'ready' && name !== '' && !isKnown && (
          <FormattedMessage id="rechtsschutzformular.notListed" />
        )}
      </p>
      {numberNames.map((number) => (
        <div key={number}>
          <label className={subLabelClass} htmlFor={`${id}-${number}`}>
            <FormattedMessage id={numbers[number]} />
          </label>
          <input
            id={`${id}-${number}`}
            className={fieldClass}
            type="text"
            autoComplete="off"
            value={given[number] ?? ''}
            disabled={disabled}
            onChange={(event) => change({ [number]: event.target.value })}
          />
        </div>
      ))}
    </div>
  );
}

export function Answer({ value }: AnswerProps<InsuranceConfig, InsuranceAnswer>) {
  return (
    <>
      <p>{value.name}</p>
      {numberNames.map(
        (number) =>
          value[number] && (
            <p key={number}>
              <FormattedMessage id={numbers[number]} />
              {`: ${value[number]}`}
            </p>
          ),
      )}
    </>
  );
}
