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

/** From this share of the limit on, the remaining characters are shown. */
const nearlyFull = 0.8;
/** A short field shows a hint only above its limit. */
const shortField = 20;

/**
 * How many characters a text has left, or minus how many it has too many; undefined while that is
 * not worth a word.
 */
function roomIn(value: string, maxLength: number): number | undefined {
  if (value.length < maxLength * nearlyFull) return undefined;
  // as the form's rules count them: an emoji is one
  const left = maxLength - Array.from(value).length;
  return left < 0 || (maxLength > shortField && left <= maxLength * (1 - nearlyFull))
    ? left
    : undefined;
}

/**
 * How much room an answer has left, once that is little. Nothing is cut off: too much is said and
 * refused.
 */
export function LengthHint({ address, maxLength }: { address: FieldAddress; maxLength: number }) {
  const {
    engine: { store },
  } = useFormContext();
  const subscribe = useCallback(
    (notify: () => void) => store.subscribe(address, notify),
    [store, address],
  );
  const left = useSyncExternalStore(subscribe, () => {
    const value = store.get(address);
    return typeof value === 'string' ? roomIn(value, maxLength) : undefined;
  });
  return left !== undefined && <Room left={left} />;
}

/** The same for a text that is only a part of an answer. */
export function LengthHintOf({ text, maxLength }: { text: string; maxLength: number }) {
  const left = roomIn(text, maxLength);
  return left !== undefined && <Room left={left} />;
}

/** Read out after a pause, not on every key. */
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
