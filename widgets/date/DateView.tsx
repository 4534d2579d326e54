import { css } from '@linaria/core';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useIntl } from 'react-intl';
import { localize } from '#schemas/platform/common.ts';
import { formatDayInWords } from '#schemas/platform/dates.ts';
import { getPurpose } from '#src/engine/core/settings/autocomplete.ts';
import type { AnswerProps, WidgetProps } from '#src/engine/core/element.ts';
import { getToday } from '#src/engine/react/context/getToday.ts';
import { useUncontrolledField } from '#src/engine/react/fields/useUncontrolledField.ts';
import { IconButton } from '#src/ui/Button.tsx';
import { fieldClass, visuallyHidden } from '#src/ui/field.ts';
import { CalendarBlank } from '#src/ui/icons.ts';
import { isDay } from '#src/engine/core/values/formats.ts';
import { formatDay, parseDay, resolveBounds, type DateConfig } from './format.ts';

const box = css`
  position: relative;
  max-width: 13rem;
  > input[type='text'] {
    padding-right: 3rem;
    font-variant-numeric: tabular-nums lining-nums;
  }
  > button {
    position: absolute;
    right: 0.15rem;
    top: 0.1rem;
  }
  /* Anchors the browser's calendar; the field itself is hidden and not focusable. */
  > input[type='date'] {
    position: absolute;
    inset: auto 0 0 0;
    height: 0;
    padding: 0;
    border: 0;
    opacity: 0;
    pointer-events: none;
  }
`;

type CalendarProps = {
  config: DateConfig;
  /** label of the question */
  label: string;
  value: string | undefined;
  isDisabled: boolean;
  onPick: (day: string) => void;
  onBlur: () => void;
};

/** Button that opens the browser's calendar, on a hidden date field. */
function Calendar({ config, label, value, isDisabled, onPick, onBlur }: CalendarProps) {
  const intl = useIntl();
  const picker = useRef<HTMLInputElement>(null);
  const [hasPicker, setHasPicker] = useState(false);

  function handleOpen() {
    // created on first use, because browsers are slow to build it
    flushSync(() => setHasPicker(true));
    if (!picker.current) return;
    const { first = '', last = '' } = resolveBounds(config, getToday());
    Object.assign(picker.current, { min: first, max: last });
    // forces a layout: the calendar opens at the field's position
    picker.current.getBoundingClientRect();
    picker.current.showPicker();
  }

  return (
    <>
      {hasPicker && (
        <input
          ref={picker}
          type="date"
          tabIndex={-1}
          aria-hidden
          value={isDay(value) ? value : ''}
          onChange={(event) => onPick(event.target.value)}
        />
      )}
      <IconButton
        label={intl.formatMessage({ id: 'date.openCalendar' }, { label })}
        icon={<CalendarBlank size={20} aria-hidden />}
        disabled={isDisabled}
        onClick={handleOpen}
        onBlur={onBlur}
      />
    </>
  );
}

/** A text field for a day, with the browser's own calendar. */
export function Widget({
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
}: WidgetProps<DateConfig, string>) {
  const intl = useIntl();
  const [picked, setPicked] = useState<string>();
  const typed = useUncontrolledField({
    address,
    onType: onChange,
    onBlur,
    parse: (text) => parseDay(text, element, getToday()),
    format: (day) => formatDay(day, language),
    isAnswer: isDay,
  });
  const { label } = element;

  function handlePick(day: string) {
    setPicked(day);
    onChange(day || undefined);
  }

  return (
    <div className={box}>
      <input
        {...typed}
        id={id}
        name={address}
        className={fieldClass}
        type="text"
        inputMode="decimal"
        autoComplete={getPurpose(element) ?? 'off'}
        placeholder={intl.formatMessage({ id: 'date.placeholder' })}
        disabled={disabled}
        aria-required={required || undefined}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
      />
      <Calendar
        {...{ value, onBlur }}
        config={element}
        label={label ? localize(label, language) : ''}
        isDisabled={disabled}
        onPick={handlePick}
      />
      <span className={visuallyHidden} role="status">
        {picked && picked === value ? formatDayInWords(picked, language) : ''}
      </span>
    </div>
  );
}

export const Answer = ({ value, language }: AnswerProps<DateConfig, string>) => (
  <time dateTime={value}>{formatDayInWords(value, language)}</time>
);
