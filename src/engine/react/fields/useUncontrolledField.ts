import { useLayoutEffect, useRef, useState, type ChangeEvent } from 'react';
import { isBlankText } from '#schemas/platform/plainText.ts';
import type { FieldAddress } from '#src/engine/core/fieldAddress.ts';
import { useFormContext } from '../context/formContext.ts';

type UncontrolledFieldOptions<Value> = {
  address: FieldAddress;
  /** Name of the part, if the field has only a part of the answer. */
  part?: string;
  onType: (value: Value | undefined) => void;
  onBlur: () => void;
  /** Parses a text to an answer; returns undefined for an invalid text. */
  parse: (text: string) => Value | undefined;
  /** Formats the answer as the field shows it after blur. */
  format: (value: Value) => string;
  isAnswer: (value: unknown) => value is Value;
};

const readPart = (answer: unknown, part: string | undefined): unknown =>
  part === undefined ? answer : (answer as Record<string, unknown> | undefined)?.[part];

const showInvalid = (answer: unknown): string =>
  typeof answer === 'string' || typeof answer === 'number' ? String(answer) : '';

/** Returns the text that was typed before the field was hydrated. */
function readEarlyText(field: HTMLInputElement | null, defaultValue: string): string | undefined {
  const text = field?.value ?? '';
  return text === defaultValue.replace(/[\r\n]/g, '') ? undefined : text; // browsers drop line breaks
}

/**
 * Binds a text field whose answer is not its text, such as a number or a day. The typed text stays
 * until blur. The field is uncontrolled, so that a keystroke renders nothing. An answer from a
 * draft, another tab or another row replaces the text. A change of language parses a rejected text
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
  const { engine, language, enterKeyHint } = useFormContext();
  const { store } = engine;
  const shownIn = useRef(language);
  const field = useRef<HTMLInputElement>(null);
  const typed = useRef<{ answer: unknown }>(undefined); // since the last blur
  const isMounted = useRef(false);
  const getText = (answer: unknown): string =>
    isAnswer(answer) ? format(answer) : showInvalid(answer);
  const given = (): unknown => readPart(store.get(address), part);
  const [defaultValue] = useState(() => getText(given()));

  useLayoutEffect(() => {
    const early = isMounted.current ? undefined : readEarlyText(field.current, defaultValue);
    isMounted.current = true;
    if (early !== undefined) return take(early);
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

  function take(text: string) {
    const answer = isBlankText(text) ? undefined : (parse(text) ?? text);
    typed.current = { answer };
    onType(answer as Value | undefined); // may be an invalid text, which the form's rules reject
  }

  function write(answer: unknown) {
    const text = getText(answer);
    if (field.current && field.current.value !== text) field.current.value = text;
  }

  return {
    ref: field,
    enterKeyHint,
    defaultValue,
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => take(target.value),
    onBlur() {
      if (typed.current) write(typed.current.answer);
      typed.current = undefined;
      onBlur();
    },
  };
}
