import { useEffect } from 'react';
import { limits } from '#schemas/limits.ts';
import { pinPattern } from '#schemas/pins.ts';
import type { AnswerProps, WidgetProps } from '#src/engine/core/element.ts';
import { useFormContext } from '#src/engine/react/context.ts';
import { HiddenAnswer } from '#src/engine/react/HiddenAnswer.tsx';
import { PinInput } from '#src/ui/PinInput.tsx';

type PinConfig = Record<never, never>;

const wholePin = new RegExp(pinPattern);
const isWhole = (value: unknown): boolean => typeof value === 'string' && wholePin.test(value);

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

  // A whole PIN can only have been refused by the server: it goes, the error stays until something is typed.
  useEffect(() => {
    const error = store.errorOf(address);
    if (!invalid || !error || !isWhole(store.get(address))) return;
    store.set(address, undefined);
    store.tell(error);
  }, [store, address, invalid]);

  return (
    <PinInput
      id={id}
      name={element.id}
      length={limits.pin.digits}
      value={value ?? ''}
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
