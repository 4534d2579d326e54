import { css } from '@linaria/core';
import { useId } from 'react';
import { useIntl } from 'react-intl';
import { findOtherLanguage, localize } from '#schemas/platform/common.ts';
import type { AnswerProps, WidgetProps } from '#src/engine/core/element.ts';
import { getOptionLabel, type Option } from '#src/engine/core/settings/options.ts';
import { ClearChoice } from '#src/engine/react/fields/ClearChoice.tsx';
import { ChoiceCards } from '#src/ui/ChoiceCards.tsx';
import { fieldClass } from '#src/ui/field.ts';

type ChoiceConfig = { options: Option[] };

const chosenHelp = css`
  margin-top: var(--s-2);
  color: var(--muted);
  font-size: var(--text-sm);
`;

/** Above this number a select is easier to use than cards. */
const maxCards = 7;

export function Widget(props: WidgetProps<ChoiceConfig, string>) {
  return props.element.options.length > maxCards ? <SelectList {...props} /> : <Cards {...props} />;
}

function Cards({
  element,
  address,
  id,
  value,
  onChange,
  onBlur,
  language,
  required,
  invalid,
  disabled,
}: WidgetProps<ChoiceConfig, string>) {
  return (
    <>
      <ChoiceCards
        id={id}
        name={address}
        kind="radio"
        chosen={value === undefined ? [] : [value]}
        required={required}
        invalid={invalid}
        disabled={disabled}
        choices={element.options.map(({ value, label, help }) => ({
          value,
          label: localize(label, language),
          help: help && localize(help, language),
          language: findOtherLanguage(label, language),
        }))}
        onChoose={(chosen) => onChange(chosen)}
        onBlur={onBlur}
      />
      {!required && value !== undefined && !disabled && (
        <ClearChoice id={id} onClear={() => onChange(undefined)} />
      )}
    </>
  );
}

function SelectList({
  element,
  address,
  id,
  value,
  onChange,
  onBlur,
  language,
  required,
  invalid,
  disabled,
  describedBy,
}: WidgetProps<ChoiceConfig, string>) {
  const intl = useIntl();
  const helpId = useId();
  const help = element.options.find((option) => option.value === value)?.help;
  return (
    <>
      <select
        id={id}
        name={address}
        className={fieldClass}
        value={value ?? ''}
        disabled={disabled}
        aria-label={element.label && localize(element.label, language)}
        aria-required={required || undefined}
        aria-invalid={invalid || undefined}
        aria-describedby={[describedBy, help && helpId].filter(Boolean).join(' ') || undefined}
        onChange={(event) => onChange(event.target.value || undefined)}
        onBlur={onBlur}
      >
        <option value="">{intl.formatMessage({ id: 'simplechoice.choose' })}</option>
        {element.options.map((option) => (
          <option
            key={option.value}
            value={option.value}
            lang={findOtherLanguage(option.label, language)}
          >
            {localize(option.label, language)}
          </option>
        ))}
      </select>
      {help && (
        <p id={helpId} className={chosenHelp}>
          {localize(help, language)}
        </p>
      )}
    </>
  );
}

export const Answer = ({ element, value, language }: AnswerProps<ChoiceConfig, string>) => (
  <span>{getOptionLabel(element.options, value, language)}</span>
);
