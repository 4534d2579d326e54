import { useEffect } from 'react';
import { cleanTyped } from '#schemas/platform/typedText.ts';
import { pinLimits } from '#schemas/forms/limits.ts';
import { pinPattern } from '#schemas/forms/pins.ts';
import type { AnswerProps, WidgetProps } from '#src/engine/core/element.ts';
import { useFormContext } from '#src/engine/react/context/formContext.ts';
import { HiddenAnswer } from '#src/engine/react/review/HiddenAnswer.tsx';
import { PinInput } from '#src/ui/PinInput.tsx';

type PinConfig = Record<never, never>;

const wholePin = new RegExp(pinPattern);
const isWhole = (value: unknown): boolean => typeof value === 'string' && wholePin.test(value);

/** Returns the digits of a text, full-width ones as plain ones. */
const readDigits = (text: string): string => cleanTyped(text, 'code').replace(/\D/g, '');

export function Widget({
  element,
  address,
  id,
  value,
  onChange,
  onBlur,
  required,
  invalid,
  disabled,
  describedBy,
}: WidgetProps<PinConfig, string>) {
  const {
    engine: { store },
  } = useFormContext();

  // Only the server can reject a complete PIN: clear it, and keep the error until the visitor
  // types.
  useEffect(() => {
    const error = store.getError(address);
    if (!invalid || !error || !isWhole(store.get(address))) return;
    store.set(address, undefined);
    store.addExternalError(error);
  }, [store, address, invalid]);

  return (
    <PinInput
      id={id}
      name={element.id}
      length={pinLimits.digits}
      value={value ?? ''}
      readDigits={readDigits}
      onChange={(digits) => onChange(digits || undefined)}
      onComplete={(_, input) => input.form?.requestSubmit()}
      onBlur={onBlur}
      isRequired={required}
      isInvalid={invalid}
      isDisabled={disabled}
      describedBy={describedBy}
    />
  );
}

export const Answer = (_: AnswerProps<PinConfig, string>) => <HiddenAnswer />;
