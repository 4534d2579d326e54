import { css, cx } from '@linaria/core';
import { formLimits } from '#schemas/forms/limits.ts';
import { getPurpose, type Purpose } from '#src/engine/core/settings/autocomplete.ts';
import type { AnswerProps, WidgetProps } from '#src/engine/core/element.ts';
import { LengthHint } from '#src/engine/react/fields/LengthHint.tsx';
import { fieldClass } from '#src/ui/field.ts';

type TextareaConfig = { maxLength?: number; autocomplete?: Purpose };

const area = css`
  min-height: 8.5rem;
  max-height: 70vh;
  resize: vertical;
  line-height: var(--lh-body);
  field-sizing: content;
`;

/* Fallback for browsers without field-sizing: a hidden copy of the text sets the height. */
const growing = css`
  @supports not (field-sizing: content) {
    display: grid;
    max-height: 70vh;
    &::after {
      content: attr(data-text) ' ';
      visibility: hidden;
      white-space: pre-wrap;
      overflow-wrap: anywhere;
      padding: 0.6rem 0.85rem;
      border: 1px solid transparent;
      line-height: var(--lh-body);
    }
    &::after,
    > textarea {
      grid-area: 1 / 1;
      max-height: 70vh;
    }
  }
`;

const answer = css`
  white-space: pre-wrap;
`;

export function Widget({
  element,
  address,
  id,
  value = '',
  onChange,
  onBlur,
  required,
  invalid,
  disabled,
  describedBy,
}: WidgetProps<TextareaConfig, string>) {
  const { maxLength = formLimits.maxTextLength } = element;
  return (
    <>
      <div className={growing} data-text={value}>
        <textarea
          id={id}
          name={address}
          className={cx(fieldClass, area)}
          value={value}
          dir="auto"
          autoComplete={getPurpose(element)}
          disabled={disabled}
          aria-required={required || undefined}
          aria-invalid={invalid || undefined}
          aria-describedby={describedBy}
          onChange={(event) => onChange(event.target.value || undefined)}
          onBlur={onBlur}
        />
      </div>
      <LengthHint address={address} maxLength={maxLength} />
    </>
  );
}

export const Answer = ({ value }: AnswerProps<TextareaConfig, string>) => (
  <span className={answer}>{value}</span>
);
