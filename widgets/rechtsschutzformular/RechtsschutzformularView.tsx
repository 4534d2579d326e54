import { css } from '@linaria/core';
import { lazy, Suspense, type FocusEvent } from 'react';
import { FormattedMessage } from 'react-intl';
import type { AnswerProps, WidgetProps } from '#src/engine/core/element.ts';
import { fieldClass, subLabelClass } from '#src/ui/field.ts';
import {
  readInsurance,
  findInsurer,
  numberNames,
  numbers,
  type InsuranceAnswer,
} from './insuranceAnswer.ts';
import type { InsurerFieldProps } from './InsurerField.tsx';
import { useInsurances } from './useInsurances.ts';

/** The combobox is loaded when the question is shown. Offline, a plain field replaces it. */
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

type NumberFieldProps = {
  id: string;
  label: (typeof numbers)[keyof typeof numbers];
  value: string;
  isDisabled: boolean;
  onChange: (text: string) => void;
};

const NumberField = ({ id, label, value, isDisabled, onChange }: NumberFieldProps) => (
  <div>
    <label className={subLabelClass} htmlFor={id}>
      <FormattedMessage id={label} />
    </label>
    <input
      id={id}
      className={fieldClass}
      type="text"
      autoComplete="off"
      value={value}
      disabled={isDisabled}
      onChange={(event) => onChange(event.target.value)}
    />
  </div>
);

/** Combines the answer with a change; returns undefined when nothing is left. */
function mergeAnswer(
  { foreignId, name = '', ...given }: ReturnType<typeof readInsurance>,
  next: Partial<InsuranceAnswer>,
  list: Parameters<typeof findInsurer>[0],
): InsuranceAnswer | undefined {
  const { policyNumber, claimNumber } = { ...given, ...next };
  const insurer =
    next.name === undefined
      ? { name, ...(foreignId ? { foreignId } : {}) }
      : findInsurer(list, next.name);
  const answer = {
    ...insurer,
    ...(policyNumber ? { policyNumber } : {}),
    ...(claimNumber ? { claimNumber } : {}),
  };
  return answer.name || policyNumber || claimNumber ? answer : undefined;
}

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
  const insurance = readInsurance(value);
  const { foreignId, name = '', ...given } = insurance;
  const isKnown = foreignId !== undefined || findInsurer(list, name).foreignId !== undefined;
  const change = (next: Partial<InsuranceAnswer>) => onChange(mergeAnswer(insurance, next, list));

  function handleBlur({ currentTarget, relatedTarget }: FocusEvent) {
    if (currentTarget.contains(relatedTarget)) return;
    if (name && isKnown && !foreignId) change({ name }); // typed before the list was loaded
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
        <NumberField
          key={number}
          id={`${id}-${number}`}
          label={numbers[number]}
          value={given[number] ?? ''}
          isDisabled={disabled}
          onChange={(text) => change({ [number]: text })}
        />
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
