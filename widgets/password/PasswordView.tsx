import { useIntl } from 'react-intl';
import type { AnswerProps, WidgetProps } from '#src/engine/core/element.ts';
import { HiddenAnswer } from '#src/engine/react/review/HiddenAnswer.tsx';
import { PasswordField } from '#src/ui/PasswordField.tsx';

type PasswordConfig = Record<never, never>;

export function Widget({
  element,
  id,
  value,
  onChange,
  onBlur,
  required,
  invalid,
  disabled,
  describedBy,
}: WidgetProps<PasswordConfig, string>) {
  const intl = useIntl();
  return (
    <PasswordField
      id={id}
      name={element.id}
      value={value ?? ''}
      onChange={(text) => onChange(text || undefined)}
      onBlur={onBlur}
      autoComplete="current-password"
      showLabel={intl.formatMessage({ id: 'password.show' })}
      hideLabel={intl.formatMessage({ id: 'password.hide' })}
      isRequired={required}
      isInvalid={invalid}
      isDisabled={disabled}
      describedBy={describedBy}
    />
  );
}

export const Answer = (_: AnswerProps<PasswordConfig, string>) => <HiddenAnswer />;
