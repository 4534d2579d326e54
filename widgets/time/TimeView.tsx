import { css, cx } from '@linaria/core';
import type { AnswerProps, WidgetProps } from '#src/engine/core/element.ts';
import { useUncontrolledField } from '#src/engine/react/fields/useUncontrolledField.ts';
import { fieldClass, fieldWithIcon } from '#src/ui/field.ts';
import { Clock } from '#src/ui/icons.ts';
import { isTime, parseTime, formatTimeWords } from './format.ts';

type TimeConfig = { min?: string; max?: string };

const box = css`
  max-width: 8.5rem;
`;

export function Widget({
  address,
  id,
  onType,
  onBlur,
  required,
  invalid,
  disabled,
  describedBy,
}: WidgetProps<TimeConfig, string>) {
  const typed = useUncontrolledField({
    address,
    onType,
    onBlur,
    parse: parseTime,
    format: (time) => time,
    isAnswer: isTime,
  });
  return (
    <div className={cx(fieldWithIcon, box)}>
      <input
        {...typed}
        id={id}
        name={address}
        className={fieldClass}
        type="text"
        inputMode="decimal"
        autoComplete="off"
        disabled={disabled}
        aria-required={required || undefined}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
      />
      <Clock size={20} aria-hidden />
    </div>
  );
}

export const Answer = ({ value, language }: AnswerProps<TimeConfig, string>) => (
  <time dateTime={value}>{formatTimeWords(value, language)}</time>
);
