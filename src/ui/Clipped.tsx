import { cutText } from './cutText.ts';
import { visuallyHidden } from './field.ts';

/** A text of limited length; the whole text is in the tooltip and for screen readers. */
export function Clipped({
  text,
  length,
  tooltipFrom = length + 1,
}: {
  text: string;
  length: number;
  tooltipFrom?: number;
}) {
  const characters = [...text];
  const title = characters.length >= tooltipFrom ? text : undefined;
  if (characters.length <= length) return <span title={title}>{text}</span>;
  return (
    <span title={title}>
      <span aria-hidden>{cutText(text, length)}</span>
      <span className={visuallyHidden}>{text}</span>
    </span>
  );
}
