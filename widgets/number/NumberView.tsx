import { css } from '@linaria/core';
import { localized, type LocalizedText } from '#schemas/common.ts';
import type { AnswerProps, WidgetProps } from '#src/engine/core/element.ts';
import { useTyped } from '#src/engine/react/useTyped.ts';
import { fieldClass } from '#src/ui/field.ts';
import { formatNumber, formatQuantity, parseNumber } from '#src/engine/core/numbers.ts';

type NumberConfig = { unit?: LocalizedText; decimals?: number };

const withUnit = css`
  display: flex; align-items: center; gap: .6rem; max-width: 16rem;
  > span { color: var(--muted); white-space: nowrap; }
  > input { font-variant-numeric: tabular-nums lining-nums; }
`;

export function Widget({ element, address, id, onType, onBlur, language, required, invalid, disabled, describedBy }: WidgetProps<NumberConfig, number>) {
  const typed = useTyped({
    address, onType, onBlur,
    parse: (text) => parseNumber(text, language), format: (number) => formatNumber(number, language), isAnswer: (given) => typeof given === 'number',
  });
  const unitId = `${id}-unit`;
  return (
    <div className={withUnit}>
      <input
        {...typed} id={id} name={element.id} className={fieldClass} type="text" inputMode={element.decimals === 0 ? 'numeric' : 'decimal'} autoComplete="off" disabled={disabled}
        aria-required={required || undefined} aria-invalid={invalid || undefined} aria-describedby={[describedBy, element.unit && unitId].filter(Boolean).join(' ') || undefined}
      />
      {element.unit && <span id={unitId}>{localized(element.unit, language)}</span>}
    </div>
  );
}

export const Answer = ({ element, value, language }: AnswerProps<NumberConfig, number>) => (
  <span>{formatQuantity(value, { unit: element.unit }, language)}</span>
);
