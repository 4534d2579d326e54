import { css, cx } from '@linaria/core';
import type { ClipboardEvent, CSSProperties, SyntheticEvent } from 'react';
import { fieldClass } from './field.ts';
import { useIsHydrated } from './useIsHydrated.ts';

const box = css`
  position: relative;
  display: grid;
  grid-template-columns: repeat(var(--half), minmax(0, 1fr)) 0.45rem repeat(
      var(--half),
      minmax(0, 1fr)
    );
  gap: 0.5rem;
  max-width: 26.5rem;
  > input {
    position: absolute;
    inset: 0;
    z-index: 1;
    width: 100%;
    border: 0;
    background: transparent;
    cursor: text;
    color: transparent;
    -webkit-text-fill-color: transparent;
    caret-color: transparent;
    &::selection {
      background: transparent;
    }
  }
  > span {
    display: grid;
    place-items: center;
    min-height: 4rem;
    background: var(--field);
    border: 1px solid var(--border-strong);
    border-radius: var(--r-sm);
    font: 500 1.75rem/1 var(--font-serif);
    font-variant-numeric: lining-nums tabular-nums;
  }
  > i {
    align-self: center;
    height: 2px;
    background: var(--border-strong);
  }
  > input:focus {
    outline: none; /* the next box shows the focus */
  }
  > input:focus ~ span[data-next] {
    outline: 3px solid var(--focus);
    outline-offset: 1px;
    border-color: var(--focus);
  }
  > input[aria-invalid='true'] ~ span {
    border-color: var(--danger);
    box-shadow: inset 0 0 0 1px var(--danger);
  }
  > input:disabled ~ span {
    background: var(--sunken);
    color: var(--muted);
  }
  @media (max-width: 639px) {
    gap: 0.35rem;
  }
  @media (max-width: 359px) {
    > span {
      min-height: 3.25rem;
      font-size: 1.4rem;
    }
  }
`;

/** The input itself, because only scripts draw digits into the boxes. */
const plain = css`
  max-width: 26.5rem;
  > input {
    min-height: 4rem;
    font: 500 1.75rem/1 var(--font-serif);
    font-variant-numeric: lining-nums tabular-nums;
    letter-spacing: 0.4em;
  }
`;

type PinInputProps = {
  id: string;
  name: string;
  /** The number of digits, even. */
  length: number;
  value: string;
  /** Returns the digits of a typed or pasted text. */
  readDigits: (text: string) => string;
  onChange: (digits: string) => void;
  /** Called after `onChange` with the last digit. */
  onComplete?: (digits: string, input: HTMLInputElement) => void;
  onBlur?: () => void;
  isRequired?: boolean;
  isInvalid?: boolean;
  isDisabled?: boolean;
  describedBy?: string | undefined;
};

function keepCaretAtEnd({ currentTarget: input }: SyntheticEvent<HTMLInputElement>): void {
  const { selectionStart, selectionEnd, value } = input;
  if (selectionStart === selectionEnd && selectionEnd !== value.length)
    input.setSelectionRange(value.length, value.length);
}

/** The boxes with their digits; the next one to type is marked. */
function DigitBoxes({ length, value }: { length: number; value: string }) {
  const next = Math.min(value.length, length - 1);
  return Array.from({ length }, (_, place) => [
    place === length / 2 && <i key="dash" aria-hidden />,
    <span key={place} aria-hidden data-next={place === next || undefined}>
      {value[place]}
    </span>,
  ]);
}

/**
 * Digits in boxes, drawn over a single input: browsers can autofill a code, and a paste fills all
 * boxes. Typing appends at the end.
 */
export function PinInput({
  id,
  name,
  length,
  value,
  readDigits,
  onChange,
  onComplete,
  onBlur,
  isRequired = false,
  isInvalid = false,
  isDisabled = false,
  describedBy,
}: PinInputProps) {
  function take(text: string, input: HTMLInputElement) {
    const digits = readDigits(text).slice(0, length);
    if (digits === value) return;
    onChange(digits);
    if (digits.length === length) onComplete?.(digits, input);
  }

  /** A pasted PIN replaces the digits. */
  function handlePaste(event: ClipboardEvent<HTMLInputElement>) {
    const digits = readDigits(event.clipboardData.getData('text'));
    if (digits.length !== length) return;
    event.preventDefault();
    take(digits, event.currentTarget);
  }

  const isPlain = !useIsHydrated();
  return (
    <div
      className={isPlain ? plain : box}
      style={isPlain ? undefined : ({ '--half': length / 2 } as CSSProperties)}
    >
      <input
        className={cx(isPlain && fieldClass)}
        id={id}
        name={name}
        value={value}
        disabled={isDisabled}
        inputMode="numeric"
        autoComplete="one-time-code"
        aria-required={isRequired || undefined}
        aria-invalid={isInvalid || undefined}
        aria-describedby={describedBy}
        onChange={({ target }) => take(target.value, target)}
        onPaste={handlePaste}
        onSelect={keepCaretAtEnd}
        onBlur={onBlur}
      />
      {!isPlain && <DigitBoxes length={length} value={value} />}
    </div>
  );
}
