import { css, cx } from '@linaria/core';
import { FormattedMessage } from 'react-intl';
import type { AnswerProps, WidgetProps } from '#src/engine/core/element.ts';
import { ClearChoice } from '#src/engine/react/fields/ClearChoice.tsx';
import { choiceCardClass, ChoiceGroup } from '#src/ui/ChoiceCards.tsx';
import { Smiley, SmileyMeh, SmileySad } from '#src/ui/icons.ts';
import { ratings, ratingTexts, type Rating } from './ratings.ts';

type RatingConfig = Record<never, never>;

const faces = { positiv: Smiley, neutral: SmileyMeh, negativ: SmileySad };

const row = css`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 5.75rem), 1fr));
  gap: var(--s-2);
`;

const face = css`
  position: relative;
  flex-direction: column;
  align-items: center;
  gap: 0.3rem;
  padding: 0.9rem 0.25rem;
  text-align: center;
  overflow-wrap: anywhere;
  input {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    margin: 0;
    opacity: 0;
    cursor: pointer;
  } /* covers the whole card, so that a click anywhere hits the control */
  svg {
    color: var(--muted);
  }
  &:has(input:checked) {
    font-weight: var(--fw-strong);
  }
  &:has(input:checked) svg {
    color: var(--accent-text);
  }
`;

export function Widget({
  address,
  id,
  value,
  onChange,
  onBlur,
  required,
  invalid,
  disabled,
}: WidgetProps<RatingConfig, Rating>) {
  return (
    <>
      <ChoiceGroup id={id} className={row} onBlur={onBlur}>
        {ratings.map((rating) => {
          const Face = faces[rating];
          return (
            <label key={rating} className={cx(choiceCardClass, face)}>
              <input
                type="radio"
                name={address}
                value={rating}
                checked={rating === value}
                disabled={disabled}
                required={required}
                aria-invalid={invalid || undefined}
                onChange={() => onChange(rating)}
              />
              <Face size={32} weight={rating === value ? 'fill' : 'regular'} aria-hidden />
              <span>
                <FormattedMessage id={ratingTexts[rating]} />
              </span>
            </label>
          );
        })}
      </ChoiceGroup>
      {!required && value !== undefined && !disabled && (
        <ClearChoice id={id} onClear={() => onChange(undefined)} />
      )}
    </>
  );
}

export const Answer = ({ value }: AnswerProps<RatingConfig, Rating>) => (
  <FormattedMessage id={ratingTexts[value]} />
);
