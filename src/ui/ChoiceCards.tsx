import { css } from '@linaria/core';
import type { FocusEvent, ReactNode } from 'react';
import { tickClass } from './Checkbox.tsx';
import { WrappedText } from './WrappedText.tsx';

export const choiceCardClass = css`
  display: flex;
  gap: 0.8rem;
  align-items: flex-start;
  padding: 0.72rem 0.9rem;
  min-height: var(--control);
  line-height: 1.35;
  cursor: pointer;
  border: 1px solid var(--border-strong);
  border-radius: var(--r-sm);
  background: var(--field);
  &:hover {
    border-color: var(--text);
  }
  &:has(input:checked) {
    border-color: var(--accent-edge);
    background: var(--accent-tint);
    box-shadow: inset 0 0 0 1px var(--accent-edge);
  }
  &:has(:focus-visible, [data-focus-shown]:focus) {
    outline: 3px solid var(--focus);
    outline-offset: 2px;
  }
  &:has([aria-invalid='true']) {
    border-color: var(--danger);
  }
  input:focus {
    outline: none;
  }
  > svg:last-child {
    margin-left: auto;
  }
  small {
    display: block;
    color: var(--muted);
    font-size: var(--text-sm);
  }
`;

const cards = css`
  display: grid;
  gap: var(--s-2);
  &[data-columns='2'] {
    grid-template-columns: repeat(
      auto-fit,
      minmax(min(100%, max(13rem, calc(50% - var(--s-2)))), 1fr)
    );
  }
  &[data-columns='3'] {
    grid-template-columns: repeat(
      auto-fit,
      minmax(min(100%, max(8.5rem, calc((100% - 2 * var(--s-2)) / 3))), 1fr)
    );
  }
  @media (max-width: 639px) {
    &[data-columns] {
      grid-template-columns: 1fr;
    }
  }
`;

/** Labels up to this length fit in two or three columns. */
const shortLabels = { 2: 24, 3: 12 };

export type Choice = {
  value: string;
  label: string;
  help?: string | undefined;
  /** The language of the label, if it differs from the page. */
  language?: string | undefined;
  /** At the end of the card; decorative. */
  picture?: ReactNode;
};

type ChoiceCardsProps = {
  id: string;
  name: string;
  kind: 'radio' | 'checkbox';
  choices: readonly Choice[];
  chosen: readonly string[];
  required?: boolean;
  invalid: boolean;
  disabled: boolean;
  describedBy?: string | undefined;
  onChoose: (value: string, isChosen: boolean) => void;
  /** Absent if a parent handles it. */
  onBlur?: (() => void) | undefined;
};

/** Native radios or checkboxes, each in a card that is one click target. */
export function ChoiceCards({
  id,
  name,
  kind,
  choices,
  chosen,
  required = false,
  invalid,
  disabled,
  describedBy,
  onChoose,
  onBlur,
}: ChoiceCardsProps) {
  const fits = (columns: 2 | 3) =>
    choices.every(({ label }) => label.length <= shortLabels[columns]);
  const columns = choices.length === 3 && fits(3) ? 3 : fits(2) ? 2 : 1;
  return (
    <ChoiceGroup id={id} className={cards} columns={columns} onBlur={onBlur}>
      {choices.map(({ value, label, help, language, picture }) => (
        <label key={value} className={choiceCardClass}>
          <input
            type={kind}
            className={tickClass}
            name={name}
            value={value}
            checked={chosen.includes(value)}
            disabled={disabled}
            required={required && kind === 'radio'}
            aria-invalid={invalid || undefined}
            aria-describedby={describedBy}
            onChange={(event) => onChoose(value, event.target.checked)}
          />
          <span lang={language}>
            <WrappedText>{label}</WrappedText>
            {help && <small>{help}</small>}
          </span>
          {picture}
        </label>
      ))}
    </ChoiceGroup>
  );
}

type ChoiceGroupProps = {
  id: string;
  className: string;
  columns?: number;
  onBlur: (() => void) | undefined;
  children: ReactNode;
};

/** Calls onBlur only when the focus leaves the group, not between cards. */
export function ChoiceGroup({ id, className, columns, onBlur, children }: ChoiceGroupProps) {
  const handleBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) onBlur?.();
  };
  return (
    // A press on a card's text would blur the input until the button is released.
    <div
      id={id}
      className={className}
      data-columns={columns}
      onBlur={handleBlur}
      onMouseDown={(event) => {
        if (!(event.target instanceof HTMLInputElement)) event.preventDefault();
      }}
    >
      {children}
    </div>
  );
}
