import { styled } from '@linaria/react';
import { useId, useState, type ClipboardEvent } from 'react';
import type { Language } from '#schemas/common.ts';
import { fieldClass } from '#src/ui/field.ts';
import { formatDegrees, parseDegrees, parsePosition } from './coordinates.ts';
import type { Position } from './place.ts';

const Field = styled.div`
  flex: 1 1 9rem; max-width: 14rem;
  label { font-size: var(--text-sm); font-weight: var(--fw-medium); }
  input { font-variant-numeric: tabular-nums lining-nums; }
`;

type CoordinateFieldProps = {
  label: string;
  value: unknown;
  language: Language;
  isInvalid: boolean;
  isDisabled: boolean;
  describedBy: string | undefined;
  onChange: (value: number | string | undefined) => void;
  /** Both were pasted at once. */
  onPosition: (position: Position) => void;
};

type Draft = { text: string; value: unknown };

/** The text stays as typed until the field is left. What is no number is kept and emitted as it stands, so that it is refused and not lost. */
export function CoordinateField({ label, value, language, isInvalid, isDisabled, describedBy, onChange, onPosition }: CoordinateFieldProps) {
  const id = useId();
  const [draft, setDraft] = useState<Draft>();
  const shown = draft && draft.value === value ? draft.text : typeof value === 'number' ? formatDegrees(value, language) : typeof value === 'string' ? value : '';

  function handleType(text: string) {
    const next = text.trim() === '' ? undefined : (parseDegrees(text) ?? text);
    setDraft({ text, value: next });
    onChange(next);
  }

  function handlePaste(event: ClipboardEvent) {
    const position = parsePosition(event.clipboardData.getData('text'));
    if (!position) return;
    event.preventDefault();
    onPosition(position);
  }

  return (
    <Field>
      <label htmlFor={id}>{label}</label>
      <input
        id={id} className={fieldClass} type="text" inputMode="decimal" autoComplete="off" value={shown} disabled={isDisabled} aria-invalid={isInvalid || undefined} aria-describedby={describedBy}
        onChange={(event) => handleType(event.target.value)} onPaste={handlePaste} onBlur={() => setDraft(undefined)}
      />
    </Field>
  );
}
