import { formLimits } from '#schemas/forms/limits.ts';
import { getPurpose, type Purpose } from '#src/engine/core/settings/autocomplete.ts';
import type { AnswerProps, WidgetProps } from '#src/engine/core/element.ts';
import type { InputMode } from '#src/engine/core/settings/inputMode.ts';
import { LineField } from '#src/engine/react/fields/LineField.tsx';

type InputregexConfig = { maxLength?: number; autocomplete?: Purpose; inputMode?: InputMode };

export function Widget(props: WidgetProps<InputregexConfig, string>) {
  const { maxLength = formLimits.maxPatternLength, inputMode } = props.element;
  return (
    <LineField
      {...props}
      purpose={getPurpose(props.element)}
      inputMode={inputMode}
      maxLength={maxLength}
      isCode
    />
  );
}

export const Answer = ({ value }: AnswerProps<InputregexConfig, string>) => <span>{value}</span>;
