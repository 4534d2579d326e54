import { useState, type ChangeEvent } from 'react';

type TypedOptions<Value> = {
  value: Value | undefined;
  onChange: (value: Value | undefined) => void;
  onBlur: () => void;
  /** The answer a text stands for; undefined when it stands for none. */
  parse: (text: string) => Value | undefined;
  /** The answer as a text, the way the field shows it once it is left. */
  format: (value: Value) => string;
  isAnswer: (value: unknown) => value is Value;
};

/**
 * A text field whose answer is not its text: a number, a day. The text stays as typed until the field is left. What
 * stands for no answer is kept and emitted as it is, so that it is refused and not lost.
 */
export function useTyped<Value>({ value, onChange, onBlur, parse, format, isAnswer }: TypedOptions<Value>) {
  const [draft, setDraft] = useState<{ text: string; value: unknown }>();
  const shown = draft && draft.value === value ? draft.text : isAnswer(value) ? format(value) : String(value ?? '');
  return {
    value: shown,
    onChange({ target: { value: text } }: ChangeEvent<HTMLInputElement>) {
      const next = text.trim() === '' ? undefined : (parse(text) ?? text);
      setDraft({ text, value: next });
      onChange(next as Value | undefined); // a text instead of an answer: the form's rules say so
    },
    onBlur() {
      setDraft(undefined);
      onBlur();
    },
  };
}
