import { useState } from 'react';
import { Button } from './Button.tsx';
import { visuallyHidden } from './field.ts';
import { Check, Copy } from './icons.ts';

type CopyButtonProps = {
  /** a function is called on the click */ text: string | (() => string);
  label: string;
  doneLabel: string;
  onCopied?: () => void;
};

/** Copies a text to the clipboard. Without a clipboard API there is no button. */
export function CopyButton({ text, label, doneLabel, onCopied }: CopyButtonProps) {
  const [copied, setCopied] = useState<string>();
  const clipboard = navigator.clipboard as Clipboard | undefined; // undefined without TLS
  if (!clipboard) return null;
  const isDone = copied !== undefined && (typeof text === 'function' || copied === text);

  async function copy(wanted: string): Promise<void> {
    await clipboard?.writeText(wanted);
    setCopied(wanted);
    onCopied?.();
  }

  return (
    <>
      <Button
        icon={isDone ? <Check size={20} aria-hidden /> : <Copy size={20} aria-hidden />}
        onClick={() => void copy(typeof text === 'function' ? text() : text).catch(() => undefined)}
      >
        {isDone ? doneLabel : label}
      </Button>
      {/* Beside the button: inside, it would replace the button's name. */}
      <span role="status" className={visuallyHidden}>
        {isDone && doneLabel}
      </span>
    </>
  );
}
