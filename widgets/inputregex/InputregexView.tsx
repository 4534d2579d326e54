import { limits } from '#schemas/limits.ts';
import { purposeOf, type Purpose } from '#src/engine/core/autocomplete.ts';
import type { AnswerProps, WidgetProps } from '#src/engine/core/element.ts';
import type { InputMode } from '#src/engine/core/inputMode.ts';
import { LineField } from '#src/engine/react/LineField.tsx';

type InputregexConfig = { maxLength?: number; autocomplete?: Purpose; inputMode?: InputMode };

export function Widget(props: WidgetProps<InputregexConfig, string>) {
  const { maxLength = limits.form.maxPatternLength, inputMode } = props.element;
  return (
    <LineField
      {...props}
      purpose={purposeOf(props.element)}
      inputMode={inputMode}
      maxLength={maxLength}
      isCode
    />
  );
}

export const Answer = ({ value }: AnswerProps<InputregexConfig, string>) => <span>{value}</span>;
