import { useLayoutEffect, useRef, useState, type ChangeEvent } from 'react';
import type { FieldAddress } from '#src/engine/core/fieldAddress.ts';
import { useFormContext } from '../context/formContext.ts';

type UncontrolledFieldOptions<Value> = {
  address: FieldAddress;
  /** Where the field holds a part of the answer only: its name there. */
  part?: string;
  onType: (value: Value | undefined) => void;
  onBlur: () => void;
  /** Parses a text to an answer; undefined for a text that is none. */
  parse: (text: string) => Value | undefined;
  /** The answer as a text, the way the field shows it once it is left. */
  format: (value: Value) => string;
  isAnswer: (value: unknown) => value is Value;
};

/**
 * A text field whose answer is not its text, such as a number or a day. The typed text stays until
 * blur. The field is uncontrolled, so that a keystroke renders nothing. An answer from elsewhere (a
 * draft, another tab, another row) replaces the text. A change of language parses a rejected text
 * again.
 */
export function useUncontrolledField<Value>({
  address,
  part,
  onType,
  onBlur,
  parse,
  format,
  isAnswer,
}: UncontrolledFieldOptions<Value>) {
  const {
    engine: { store },
    language,
  } = useFormContext();
  const shownIn = useRef(language);
  const field = useRef<HTMLInputElement>(null);
  const typed = useRef<{ answer: unknown }>(undefined); // since the field was last left
  const getText = (answer: unknown): string =>
    isAnswer(answer)
      ? format(answer)
      : typeof answer === 'string' || typeof answer === 'number'
        ? String(answer)
        : '';
  const given = (): unknown =>
    part === undefined
      ? store.get(address)
      : (store.get(address) as Record<string, unknown> | undefined)?.[part];
  const [defaultValue] = useState(() => getText(given()));

  useLayoutEffect(() => {
    const answer = given();
    if (typed.current && typed.current.answer === answer) return;
    typed.current = undefined;
    const isInOther =
      shownIn.current !== language && typeof answer === 'string' && !isAnswer(answer);
    const meant = isInOther ? parse(answer) : undefined;
    shownIn.current = language;
    if (meant !== undefined) onType(meant);
    write(meant ?? answer);
  });

  function write(answer: unknown) {
    const text = getText(answer);
    if (field.current && field.current.value !== text) field.current.value = text;
  }

  return {
    ref: field,
    defaultValue,
    onChange({ target: { value: text } }: ChangeEvent<HTMLInputElement>) {
      const answer = text.trim() === '' ? undefined : (parse(text) ?? text);
      typed.current = { answer };
      onType(answer as Value | undefined); // a text instead of an answer: the form's rules say so
    },
    onBlur() {
      if (typed.current) write(typed.current.answer);
      typed.current = undefined;
      onBlur();
    },
  };
}
