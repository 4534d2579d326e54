import { css } from '@linaria/core';
import { localize, type LocalizedText } from '#schemas/platform/common.ts';
import type { AnswerProps, WidgetProps } from '#src/engine/core/element.ts';
import { useUncontrolledField } from '#src/engine/react/fields/useUncontrolledField.ts';
import { fieldClass } from '#src/ui/field.ts';
import { formatNumber, formatQuantity } from '#src/engine/core/values/numbers.ts';
import { countDigits } from './countDigits.ts';
import { parseTyped } from './parseTyped.ts';

type NumberConfig = { unit?: LocalizedText; decimals?: number };

const withUnit = css`
  position: relative;
  max-width: 13rem;
  > input {
    font-variant-numeric: tabular-nums lining-nums;
  }
  > span {
    position: absolute;
    right: 0.85rem;
    top: 50%;
    translate: 0 -50%;
    color: var(--muted);
    white-space: nowrap;
    pointer-events: none;
  }
`;

export function Widget({
  element,
  address,
  id,
  onType,
  onBlur,
  language,
  required,
  invalid,
  disabled,
  describedBy,
}: WidgetProps<NumberConfig, number>) {
  const unit = element.unit && localize(element.unit, language);
  const typed = useUncontrolledField({
    address,
    onType,
    onBlur,
    parse: (text) => parseTyped(text, element.unit, language),
    format: (number) => formatNumber(number, language, countDigits(number, element.decimals)),
    isAnswer: (given) => typeof given === 'number',
  });
  const unitId = `${id}-unit`;
  return (
    <div className={withUnit}>
      <input
        {...typed}
        id={id}
        name={address}
        className={fieldClass}
        type="text"
        inputMode={element.decimals === 0 ? 'numeric' : 'decimal'}
        autoComplete="off"
        disabled={disabled}
        style={unit ? { paddingRight: `calc(${unit.length}ch + 1.5rem)` } : undefined}
        aria-required={required || undefined}
        aria-invalid={invalid || undefined}
        aria-describedby={[describedBy, unit && unitId].filter(Boolean).join(' ') || undefined}
      />
      {unit && <span id={unitId}>{unit}</span>}
    </div>
  );
}

export const Answer = ({ element, value, language }: AnswerProps<NumberConfig, number>) => (
  <span>
    {formatQuantity(
      value,
      { unit: element.unit, decimals: countDigits(value, element.decimals) },
      language,
    )}
  </span>
);
