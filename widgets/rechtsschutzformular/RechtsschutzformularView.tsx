import { css } from '@linaria/core';
import { Suspense, type FocusEvent } from 'react';
import { FormattedMessage } from 'react-intl';
import { formatFieldName } from '#src/engine/core/fieldAddress.ts';
import { useFormContext } from '#src/engine/react/context/formContext.ts';
import type { AnswerProps, WidgetProps } from '#src/engine/core/element.ts';
import { lazyPart } from '#src/loading/lazyPart.ts';
import { fieldClass, subLabelClass } from '#src/ui/field.ts';
import { WrappedText } from '#src/ui/WrappedText.tsx';
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
const InsurerField = lazyPart(() =>
  import('./InsurerField.tsx').then(
    ({ InsurerField }) => InsurerField,
    () => PlainInsurerField,
  ),
);

function PlainInsurerField({
  id,
  fieldName,
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
        name={fieldName}
        className={fieldClass}
        type="text"
        dir="auto"
        enterKeyHint={useFormContext().enterKeyHint}
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
  name: string;
  label: (typeof numbers)[keyof typeof numbers];
  value: string;
  isDisabled: boolean;
  onChange: (text: string) => void;
};

const NumberField = ({ id, name, label, value, isDisabled, onChange }: NumberFieldProps) => (
  <div>
    <label className={subLabelClass} htmlFor={id}>
      <FormattedMessage id={label} />
    </label>
    <input
      id={id}
      name={name}
      className={fieldClass}
      type="text"
      dir="auto"
      enterKeyHint={useFormContext().enterKeyHint}
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

type ListState = ReturnType<typeof useInsurances>['state'];

/** Says why the list has no such insurer. */
const ListStatus = ({ state, isUnlisted }: { state: ListState; isUnlisted: boolean }) => (
  <p role="status" className={hintClass}>
    {state === 'failed' && <FormattedMessage id="rechtsschutzformular.failed" />}
    {state === 'ready' && isUnlisted && <FormattedMessage id="rechtsschutzformular.notListed" />}
  </p>
);

export function Widget({
  address,
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
          fieldName={formatFieldName(address, 'insurer')}
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
      <ListStatus state={state} isUnlisted={name !== '' && !isKnown} />
      {numberNames.map((number) => (
        <NumberField
          key={number}
          id={`${id}-${number}`}
          name={formatFieldName(address, number)}
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
              <WrappedText>{`: ${value[number]}`}</WrappedText>
            </p>
          ),
      )}
    </>
  );
}
