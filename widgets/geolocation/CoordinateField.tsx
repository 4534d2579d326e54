import { styled } from '@linaria/react';
import { useId, type ClipboardEvent } from 'react';
import type { Language } from '#schemas/platform/common.ts';
import type { FieldAddress } from '#src/engine/core/fieldAddress.ts';
import { useUncontrolledField } from '#src/engine/react/fields/useUncontrolledField.ts';
import { fieldClass } from '#src/ui/field.ts';
import { formatDegrees, parseDegrees, parsePosition } from './coordinates.ts';
import type { Position } from './geoLocation.ts';

const Field = styled.div`
  flex: 1 1 9rem;
  max-width: 14rem;
  label {
    font-size: var(--text-sm);
    font-weight: var(--fw-medium);
  }
  input {
    font-variant-numeric: tabular-nums lining-nums;
  }
`;

type CoordinateFieldProps = {
  address: FieldAddress;
  part: 'latitude' | 'longitude';
  label: string;
  language: Language;
  isInvalid: boolean;
  isDisabled: boolean;
  describedBy: string | undefined;
  onChange: (part: 'latitude' | 'longitude', value: number | undefined) => void;
  /** Called when both coordinates were pasted at once. */
  onPosition: (position: Position) => void;
};

export function CoordinateField({
  address,
  part,
  label,
  language,
  isInvalid,
  isDisabled,
  describedBy,
  onChange,
  onPosition,
}: CoordinateFieldProps) {
  const id = useId();
  const typed = useUncontrolledField({
    address,
    part,
    onType: (degrees) => onChange(part, degrees),
    onBlur: () => undefined, // blur is handled for the whole element
    parse: parseDegrees,
    format: (degrees) => formatDegrees(degrees, language),
    isAnswer: (given) => typeof given === 'number',
  });

  function handlePaste(event: ClipboardEvent) {
    const position = parsePosition(event.clipboardData.getData('text'));
    if (!position) return;
    event.preventDefault();
    onPosition(position);
  }

  return (
    <Field>
      <label htmlFor={id}>{label}</label>
      <input
        {...typed}
        id={id}
        className={fieldClass}
        type="text"
        inputMode="decimal"
        autoComplete="off"
        disabled={isDisabled}
        aria-invalid={isInvalid || undefined}
        aria-describedby={describedBy}
        onPaste={handlePaste}
      />
    </Field>
  );
}
