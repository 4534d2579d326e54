import { useState } from 'react';
import { Button } from './Button.tsx';
import { Check, Copy } from './icons.ts';

/** Puts a text into the clipboard, and says so on itself. Where the browser has no clipboard for us there is no button. */
export function CopyButton({ text, label, doneLabel, onCopied }: { text: string; label: string; doneLabel: string; onCopied?: () => void }) {
  const [copied, setCopied] = useState<string>();
  const clipboard = navigator.clipboard as Clipboard | undefined; // not there without TLS
  if (!clipboard) return null;
  const isDone = copied === text;
  const handleCopied = () => {
    setCopied(text);
    onCopied?.();
  };
  return (
    <Button icon={isDone ? <Check size={20} aria-hidden /> : <Copy size={20} aria-hidden />} onClick={() => void clipboard.writeText(text).then(handleCopied, () => undefined)}>
      <span role="status">{isDone ? doneLabel : label}</span>
    </Button>
  );
}
