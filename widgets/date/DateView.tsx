import { css } from '@linaria/core';
import { useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import type { AnswerProps, WidgetProps } from '#src/engine/core/element.ts';
import { formats } from '#src/engine/core/formats.ts';
import { IconButton } from '#src/ui/Button.tsx';
import { fieldClass } from '#src/ui/field.ts';
import { CalendarBlank } from '#src/ui/icons.ts';
import { formatDay, parseDay } from './format.ts';

type DateConfig = { min?: string; max?: string };

const box = css`
  position: relative; max-width: 13rem;
  > input[type='text'] { padding-right: 3rem; font-variant-numeric: tabular-nums lining-nums; }
  > button { position: absolute; right: .15rem; top: .1rem; }
  /* The browser's own calendar hangs on this field; nobody is to see or reach the field itself. */
  > input[type='date'] { position: absolute; inset: auto 0 0 0; height: 0; padding: 0; border: 0; opacity: 0; pointer-events: none; }
`;

const isDay = (value: unknown): value is string => typeof value === 'string' && formats['date']?.(value) === true;
const shownAs = (value: string | undefined, language: 'de' | 'en'): string => (isDay(value) ? formatDay(value, language) : (value ?? ''));

type Draft = { text: string; value: string | undefined };

/** Typed or picked. What is no day is kept and emitted as it stands, so that it is refused and not lost. */
export function Widget({ element, id, value, onChange, onBlur, language, required, invalid, disabled, describedBy }: WidgetProps<DateConfig, string>) {
  const intl = useIntl();
  const picker = useRef<HTMLInputElement>(null);
  const [draft, setDraft] = useState<Draft | undefined>();
  const shown = draft && draft.value === value ? draft.text : shownAs(value, language);

  function handleType(text: string) {
    const next = text.trim() === '' ? undefined : (parseDay(text, new Date().getFullYear()) ?? text);
    setDraft({ text, value: next });
    onChange(next);
  }

  return (
    <div className={box}>
      <input
        id={id} name={element.id} className={fieldClass} type="text" inputMode="numeric" placeholder={intl.formatMessage({ id: 'date.placeholder' })} value={shown} disabled={disabled}
        aria-required={required || undefined} aria-invalid={invalid || undefined} aria-describedby={describedBy}
        onChange={(event) => handleType(event.target.value)}
        onBlur={() => { setDraft(undefined); onBlur(); }}
      />
      <input ref={picker} type="date" tabIndex={-1} aria-hidden value={isDay(value) ? value : ''} onChange={(event) => { onChange(event.target.value || undefined); onBlur(); }} />
      <IconButton label={intl.formatMessage({ id: 'date.openCalendar' })} icon={<CalendarBlank size={20} aria-hidden />} disabled={disabled} onClick={() => picker.current?.showPicker()} />
    </div>
  );
}

export const Answer = ({ value, language }: AnswerProps<DateConfig, string>) => <time dateTime={value}>{formatDay(value, language)}</time>;
