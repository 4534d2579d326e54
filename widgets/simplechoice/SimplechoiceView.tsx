import { css } from '@linaria/core';
import { localized, type Language, type LocalizedText } from '#schemas/common.ts';
import type { AnswerProps, WidgetProps } from '#src/engine/core/element.ts';
import { tickClass } from '#src/ui/Checkbox.tsx';
import { fieldClass } from '#src/ui/field.ts';
import { useIntl } from 'react-intl';

type Option = { value: string; label: LocalizedText; help?: LocalizedText };
type ChoiceConfig = { options: Option[] };

/** Beyond this a list to open is easier than a wall of cards. */
const maxCards = 7;
/** Labels up to here fit beside each other. */
const shortLabel = 24;

const cards = css`
  display: grid; gap: var(--s-2);
  &[data-columns='2'] { grid-template-columns: 1fr 1fr; }
  @media (max-width: 639px) { &[data-columns='2'] { grid-template-columns: 1fr; } }
`;

const card = css`
  display: flex; gap: .8rem; align-items: flex-start; padding: .72rem .9rem; min-height: var(--control); line-height: 1.35; cursor: pointer;
  border: 1px solid var(--border-strong); border-radius: var(--r-sm); background: var(--field);
  &:hover { border-color: var(--text); }
  &:has(input:checked) { border-color: var(--accent-edge); background: var(--accent-tint); box-shadow: inset 0 0 0 1px var(--accent-edge); }
  &:has(:focus-visible) { outline: 3px solid var(--focus); outline-offset: 2px; }
  &:has([aria-invalid='true']) { border-color: var(--danger); }
  input:focus-visible { outline: none; }
  small { display: block; color: var(--muted); font-size: var(--text-sm); }
`;

const fitsTwo = (options: Option[], language: Language): boolean => options.every(({ label }) => localized(label, language).length <= shortLabel);

export function Widget(props: WidgetProps<ChoiceConfig, string>) {
  return props.element.options.length > maxCards ? <SelectList {...props} /> : <Cards {...props} />;
}

function Cards({ element, id, value, onChange, onBlur, language, invalid, disabled }: WidgetProps<ChoiceConfig, string>) {
  return (
    <div className={cards} id={id} data-columns={fitsTwo(element.options, language) ? 2 : 1}>
      {element.options.map((option) => (
        <label key={option.value} className={card}>
          <input
            type="radio" className={tickClass} name={element.id} value={option.value} checked={option.value === value} disabled={disabled}
            aria-invalid={invalid || undefined} onChange={() => onChange(option.value)} onBlur={onBlur}
          />
          <span>{localized(option.label, language)}{option.help && <small>{localized(option.help, language)}</small>}</span>
        </label>
      ))}
    </div>
  );
}

function SelectList({ element, id, value, onChange, onBlur, language, required, invalid, disabled, describedBy }: WidgetProps<ChoiceConfig, string>) {
  const intl = useIntl();
  return (
    <select
      id={id} name={element.id} className={fieldClass} value={value ?? ''} disabled={disabled} aria-label={element.label && localized(element.label, language)}
      aria-required={required || undefined} aria-invalid={invalid || undefined} aria-describedby={describedBy}
      onChange={(event) => onChange(event.target.value || undefined)} onBlur={onBlur}
    >
      <option value="">{intl.formatMessage({ id: 'simplechoice.choose' })}</option>
      {element.options.map((option) => <option key={option.value} value={option.value}>{localized(option.label, language)}</option>)}
    </select>
  );
}

export function Answer({ element, value, language }: AnswerProps<ChoiceConfig, string>) {
  const option = element.options.find((candidate) => candidate.value === value);
  return <span>{option ? localized(option.label, language) : value}</span>;
}
