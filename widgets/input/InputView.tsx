import { formLimits } from '#schemas/forms/limits.ts';
import { getPurpose, type Purpose } from '#src/engine/core/settings/autocomplete.ts';
import type { AnswerProps, WidgetProps } from '#src/engine/core/element.ts';
import type { InputMode } from '#src/engine/core/settings/inputMode.ts';
import { LineField } from '#src/engine/react/fields/LineField.tsx';

type InputConfig = {
  maxLength?: number;
  autocomplete?: Purpose;
  inputMode?: InputMode;
  format?: 'email' | 'postalcode';
};

type Kind = { purpose?: Purpose; inputMode?: InputMode; maxLength?: number; isCode?: boolean };

const kinds: Record<NonNullable<InputConfig['format']>, Kind> = {
  email: { purpose: 'email', inputMode: 'email', isCode: true },
  postalcode: { purpose: 'postal-code', inputMode: 'numeric', maxLength: 5, isCode: true },
};

/** Keyboard by autocomplete token. */
const keysFor: Partial<Record<Purpose, InputMode>> = {
  email: 'email',
  url: 'url',
  tel: 'tel',
  'postal-code': 'numeric',
};

export function Widget(props: WidgetProps<InputConfig, string>) {
  const { format, maxLength = formLimits.maxLineLength, inputMode } = props.element;
  const kind: Kind = format ? kinds[format] : {};
  const purpose = getPurpose(props.element) ?? kind.purpose;
  return (
    <LineField
      {...props}
      purpose={purpose}
      inputMode={inputMode ?? kind.inputMode ?? (purpose && keysFor[purpose])}
      maxLength={kind.maxLength ?? maxLength}
      isCode={kind.isCode ?? purpose === 'email'}
    />
  );
}

export const Answer = ({ value }: AnswerProps<InputConfig, string>) => <span>{value}</span>;
