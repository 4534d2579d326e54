import { css } from '@linaria/core';
import { useCallback, useSyncExternalStore } from 'react';
import { useIntl } from 'react-intl';
import type { FieldAddress } from '#src/engine/core/fieldAddress.ts';
import { visuallyHidden } from '#src/ui/field.ts';
import { useFormContext } from '../context/formContext.ts';
import { useDebouncedText } from './useDebouncedText.ts';

const counter = css`
  color: var(--muted);
  font-size: var(--text-xs);
  font-variant-numeric: tabular-nums;
  margin-top: 0.3rem;
  &[data-over] {
    color: var(--danger-text);
    font-weight: var(--fw-strong);
  }
`;

/** Share of the limit from which the remaining characters are shown. */
const nearlyFull = 0.8;
/** Limit, in characters, up to which a field shows a hint only for excess characters. */
const shortField = 20;

/** Returns the remaining characters, negative for excess ones; undefined while there is room. */
function countRoom(value: string, maxLength: number): number | undefined {
  if (value.length < maxLength * nearlyFull) return undefined;
  // Counts an emoji as one character, as the form's rules do.
  const left = maxLength - Array.from(value).length;
  return left < 0 || (maxLength > shortField && left <= maxLength * (1 - nearlyFull))
    ? left
    : undefined;
}

/**
 * Shows the remaining characters near the limit. Excess text stays in the field and is an error.
 */
export function LengthHint({ address, maxLength }: { address: FieldAddress; maxLength: number }) {
  const {
    engine: { store },
  } = useFormContext();
  const subscribe = useCallback(
    (notify: () => void) => store.subscribe(address, notify),
    [store, address],
  );
  const getRoom = () => {
    const value = store.get(address);
    return typeof value === 'string' ? countRoom(value, maxLength) : undefined;
  };
  const left = useSyncExternalStore(subscribe, getRoom, getRoom);
  return left !== undefined && <Room left={left} />;
}

/** `LengthHint` for a text that is only a part of an answer. */
export function LengthHintOf({ text, maxLength }: { text: string; maxLength: number }) {
  const left = countRoom(text, maxLength);
  return left !== undefined && <Room left={left} />;
}

/** Screen readers read the count after a pause, not on every key. */
function Room({ left }: { left: number }) {
  const intl = useIntl();
  const text =
    left < 0
      ? intl.formatMessage({ id: 'text.over' }, { over: -left })
      : intl.formatMessage({ id: 'text.left' }, { left });
  const spoken = useDebouncedText(text);
  return (
    <>
      <p className={counter} data-over={left < 0 || undefined} aria-hidden>
        {text}
      </p>
      <p className={visuallyHidden} role="status">
        {spoken}
      </p>
    </>
  );
}
