import type { InputMode } from '#src/engine/core/settings/inputMode.ts';
import type { Purpose } from '#src/engine/core/settings/autocomplete.ts';
import type { WidgetProps } from '#src/engine/core/element.ts';
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
  /** No prose: no capitals and no spelling help uninvited. */
  isCode?: boolean;
};

/** Fields up to this long are as wide as what they take. */
const narrow = 30;

const isText = (value: unknown): value is string => typeof value === 'string';

/** One line of text. Spaces around it mean nothing: a keyboard's word completion adds them. */
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
        name={element.id}
        className={fieldClass}
        disabled={disabled}
        // Not type="email": that field rewrites addresses with umlauts.
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
