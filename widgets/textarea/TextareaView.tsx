import { css, cx } from '@linaria/core';
import { FormattedMessage } from 'react-intl';
import type { AnswerProps, WidgetProps } from '#src/engine/core/element.ts';
import { limits } from '#schemas/limits.ts';
import { fieldClass } from '#src/ui/field.ts';

type TextareaConfig = { maxLength?: number };

const area = css`min-height: 8.5rem; max-height: 70vh; resize: vertical; line-height: var(--lh-body); field-sizing: content;`;
const counter = css`color: var(--muted); font-size: var(--text-xs); font-variant-numeric: tabular-nums; margin-top: .3rem;`;
const answer = css`white-space: pre-wrap;`;

/** From here on the visitor is told how much room is left. */
const nearlyFull = 0.8;

export function Widget({ element, id, value = '', onChange, onBlur, required, invalid, disabled, describedBy }: WidgetProps<TextareaConfig, string>) {
  const { maxLength = limits.form.maxTextLength } = element;
  const left = maxLength - value.length;
  return (
    <>
      <textarea
        id={id} name={element.id} className={cx(fieldClass, area)} value={value} disabled={disabled}
        aria-required={required || undefined} aria-invalid={invalid || undefined} aria-describedby={describedBy}
        onChange={(event) => onChange(event.target.value || undefined)} onBlur={onBlur}
      />
      {value.length >= maxLength * nearlyFull && <p className={counter}><FormattedMessage id="textarea.left" values={{ left }} /></p>}
    </>
  );
}

export const Answer = ({ value }: AnswerProps<TextareaConfig, string>) => <span className={answer}>{value}</span>;
