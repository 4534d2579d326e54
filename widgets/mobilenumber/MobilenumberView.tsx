import { css, cx } from '@linaria/core';
import { getPurpose, type Purpose } from '#src/engine/core/settings/autocomplete.ts';
import type { AnswerProps, WidgetProps } from '#src/engine/core/element.ts';
import { useUncontrolledField } from '#src/engine/react/fields/useUncontrolledField.ts';
import { fieldClass, fieldWithIcon } from '#src/ui/field.ts';
import { DeviceMobile } from '#src/ui/icons.ts';
import { isNumber, parseNumber } from '#schemas/platform/phoneNumber.ts';
import { formatNumber } from './format.ts';

type MobilenumberConfig = { autocomplete?: Purpose };

const box = css`
  max-width: 19rem;
`;

export function Widget({
  element,
  address,
  id,
  onType,
  onBlur,
  required,
  invalid,
  disabled,
  describedBy,
}: WidgetProps<MobilenumberConfig, string>) {
  const typed = useUncontrolledField({
    address,
    onType,
    onBlur,
    parse: parseNumber,
    format: formatNumber,
    isAnswer: isNumber,
  });
  return (
    <div className={cx(fieldWithIcon, box)} data-icon="before">
      <input
        {...typed}
        id={id}
        name={address}
        className={fieldClass}
        type="tel"
        autoComplete={getPurpose(element) ?? 'tel'}
        disabled={disabled}
        aria-required={required || undefined}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
      />
      <DeviceMobile size={20} aria-hidden />
    </div>
  );
}

const noWrap = css`
  white-space: nowrap;
  font-variant-numeric: tabular-nums lining-nums;
`;

export const Answer = ({ value }: AnswerProps<MobilenumberConfig, string>) => (
  <span className={noWrap}>{formatNumber(value)}</span>
);
