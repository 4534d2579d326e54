import { visuallyHidden } from './field.ts';

/** A text of at most so many characters; all of it on hover, and to whoever hears it. */
export function Clipped({ text, length }: { text: string; length: number }) {
  const characters = [...text];
  if (characters.length <= length) return <span>{text}</span>;
  return <span title={text}><span aria-hidden>{`${characters.slice(0, length).join('').trimEnd()}…`}</span><span className={visuallyHidden}>{text}</span></span>;
}
