import { useState } from 'react';
import { Button } from './Button.tsx';
import { visuallyHidden } from './field.ts';
import { Check, Copy } from './icons.ts';

type CopyButtonProps = {
  /** or how to find it, when it is wanted */ text: string | (() => string);
  label: string;
  doneLabel: string;
  onCopied?: () => void;
};

/** Puts a text into the clipboard, and says so. Where the browser has no clipboard for us there is no button. */
export function CopyButton({ text, label, doneLabel, onCopied }: CopyButtonProps) {
  const [copied, setCopied] = useState<string>();
  const clipboard = navigator.clipboard as Clipboard | undefined; // not there without TLS
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
      {/* Beside the button: within it, it would take the button's name away. */}
      <span role="status" className={visuallyHidden}>
        {isDone && doneLabel}
      </span>
    </>
  );
}
