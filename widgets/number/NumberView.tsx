import { css } from '@linaria/core';
import { useState } from 'react';
import { localized, type LocalizedText } from '#schemas/common.ts';
import type { AnswerProps, WidgetProps } from '#src/engine/core/element.ts';
import { fieldClass } from '#src/ui/field.ts';
import { formatNumber, parseNumber } from './format.ts';

type NumberConfig = { unit?: LocalizedText; decimals?: number };

const withUnit = css`
  display: flex; align-items: center; gap: .6rem; max-width: 16rem;
  > span { color: var(--muted); white-space: nowrap; }
  > input { font-variant-numeric: tabular-nums lining-nums; }
`;

type Draft = { text: string; value: unknown };

/** The text stays as typed until the field is left. What is no number is kept and emitted as it stands, so that it is refused and not lost. */
export function Widget({ element, id, value, onChange, onBlur, language, required, invalid, disabled, describedBy }: WidgetProps<NumberConfig, number>) {
  const [draft, setDraft] = useState<Draft | undefined>();
  const shown = draft && draft.value === value ? draft.text : typeof value === 'number' ? formatNumber(value, language) : String(value ?? '');

  function handleType(text: string) {
    const next = text.trim() === '' ? undefined : (parseNumber(text, language) ?? text);
    setDraft({ text, value: next });
    onChange(next as number | undefined); // a text is no number: the form's rules say so
  }

  return (
    <div className={withUnit}>
      <input
        id={id} name={element.id} className={fieldClass} type="text" inputMode={element.decimals === 0 ? 'numeric' : 'decimal'} value={shown} disabled={disabled}
        aria-required={required || undefined} aria-invalid={invalid || undefined} aria-describedby={describedBy}
        onChange={(event) => handleType(event.target.value)}
        onBlur={() => { setDraft(undefined); onBlur(); }}
      />
      {element.unit && <span>{localized(element.unit, language)}</span>}
    </div>
  );
}

export const Answer = ({ element, value, language }: AnswerProps<NumberConfig, number>) => (
  <span>{formatNumber(value, language)}{element.unit && ` ${localized(element.unit, language)}`}</span>
);
