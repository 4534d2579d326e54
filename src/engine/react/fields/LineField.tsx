import type { InputMode } from '#src/engine/core/settings/inputMode.ts';
import type { Purpose } from '#src/engine/core/settings/autocomplete.ts';
import { cleanAnswer } from '#src/engine/core/answers/cleanAnswers.ts';
import type { WidgetProps } from '#src/engine/core/element.ts';
import { useFormContext } from '../context/formContext.ts';
import { fieldClass } from '#src/ui/field.ts';
import { LengthHint } from './LengthHint.tsx';
import { useUncontrolledField } from './useUncontrolledField.ts';

type LineFieldProps = Pick<
  WidgetProps<unknown, string>,
  | 'element'
  | 'address'
  | 'id'
  | 'onType'
  | 'onBlur'
  | 'required'
  | 'invalid'
  | 'disabled'
  | 'describedBy'
> & {
  purpose: Purpose | 'username' | undefined;
  inputMode: InputMode | undefined;
  maxLength: number;
  /** Turns off capitalization and spell checking, for text that is no prose. */
  isCode?: boolean;
};

/** Largest limit, in characters, of a field whose width matches its limit. */
const narrow = 30;

const isText = (value: unknown): value is string => typeof value === 'string';

/** One line of text, cleaned as its element type does. The typed text stays until blur. */
export function LineField({
  element,
  address,
  id,
  onType,
  onBlur,
  required,
  invalid,
  disabled,
  describedBy,
  purpose,
  inputMode,
  maxLength,
  isCode = false,
}: LineFieldProps) {
  const { registry } = useFormContext().engine;
  const typed = useUncontrolledField({
    address,
    onType,
    onBlur,
    parse: (text) => {
      const cleaned = cleanAnswer(registry, element, text);
      return isText(cleaned) ? cleaned : undefined;
    },
    format: (text) => text,
    isAnswer: isText,
  });
  return (
    <>
      <input
        {...typed}
        id={id}
        name={address}
        className={fieldClass}
        disabled={disabled}
        dir="auto"
        // Not type="email", because browsers rewrite addresses with umlauts in that field.
        type={purpose === 'tel' ? 'tel' : 'text'}
        inputMode={inputMode}
        autoComplete={purpose}
        autoCapitalize={isCode ? 'none' : undefined}
        autoCorrect={isCode ? 'off' : undefined}
        spellCheck={isCode ? false : undefined}
        style={maxLength <= narrow ? { maxWidth: `max(7.5rem, ${maxLength + 4}ch)` } : undefined}
        aria-required={required || undefined}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
      />
      <LengthHint address={address} maxLength={maxLength} />
    </>
  );
}
