import type { InputMode } from '#src/engine/core/settings/inputMode.ts';
import type { Purpose } from '#src/engine/core/settings/autocomplete.ts';
import type { WidgetProps } from '#src/engine/core/element.ts';
import { fieldClass } from '#src/ui/field.ts';
import { LengthHint } from './LengthHint.tsx';
import { useUncontrolledField } from './useUncontrolledField.ts';

type LineFieldProps = Pick<
  WidgetProps<unknown, string>,
  'address' | 'id' | 'onType' | 'onBlur' | 'required' | 'invalid' | 'disabled' | 'describedBy'
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

/** One line of text. Trims spaces, because the word completion of a keyboard adds them. */
export function LineField({
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
  const typed = useUncontrolledField({
    address,
    onType,
    onBlur,
    parse: (text) => text.trim(),
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
