import { css } from '@linaria/core';
import { useIntl } from 'react-intl';
import { visuallyHidden } from '#src/ui/field.ts';
import { useSettled } from './useSettled.ts';

const counter = css`
  color: var(--muted); font-size: var(--text-xs); font-variant-numeric: tabular-nums; margin-top: .3rem;
  &[data-over] { color: var(--danger-text); font-weight: var(--fw-strong); }
`;

/** From here on somebody who types is told how much room is left. */
const nearlyFull = 0.8;
/** Whoever fills a short field sees its end; only too much is worth a word. */
const shortField = 20;

/** How much room a text has left, once that is little. Nothing is cut off: too much is said and refused. */
export function LengthHint({ value, maxLength }: { value: string; maxLength: number }) {
  // Characters as the form's rules count them: an emoji is one. There are never more of them than code units.
  const left = value.length < maxLength * nearlyFull ? maxLength : maxLength - Array.from(value).length;
  const isShown = left < 0 || (maxLength > shortField && left <= maxLength * (1 - nearlyFull));
  return isShown && <Room left={left} />;
}

/** Read out after a pause, not on every key. */
function Room({ left }: { left: number }) {
  const intl = useIntl();
  const text = left < 0 ? intl.formatMessage({ id: 'text.over' }, { over: -left }) : intl.formatMessage({ id: 'text.left' }, { left });
  const spoken = useSettled(text);
  return (
    <>
      <p className={counter} data-over={left < 0 || undefined} aria-hidden>{text}</p>
      <p className={visuallyHidden} role="status">{spoken}</p>
    </>
  );
}
