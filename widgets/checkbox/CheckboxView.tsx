import { FormattedMessage } from 'react-intl';
import type { AnswerProps, WidgetProps } from '#src/engine/core/element.ts';
import { renderText } from '#src/engine/react/fields/renderText.tsx';
import { RequiredMark } from '#src/engine/react/fields/RequiredMark.tsx';
import { Checkbox } from '#src/ui/Checkbox.tsx';

type CheckboxConfig = Record<never, never>;

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
}: WidgetProps<CheckboxConfig, boolean>) {
  return (
    <Checkbox
      id={id}
      name={address}
      checked={value === true}
      disabled={disabled}
      aria-required={required || undefined}
      aria-invalid={invalid || undefined}
      aria-describedby={describedBy}
      label={
        <>
          {element.label && renderText(element.label, language)}
          {required && <RequiredMark required />}
        </>
      }
      onChange={(event) => onChange(event.target.checked || undefined)}
      onBlur={onBlur}
    />
  );
}

export const Answer = ({ value }: AnswerProps<CheckboxConfig, boolean>) => (
  <FormattedMessage id={value ? 'answer.yes' : 'answer.no'} />
);
