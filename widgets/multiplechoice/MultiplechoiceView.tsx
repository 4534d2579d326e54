import { css } from '@linaria/core';
import { FormattedMessage } from 'react-intl';
import { findOtherLanguage, localize } from '#schemas/platform/common.ts';
import type { AnswerProps, WidgetProps } from '#src/engine/core/element.ts';
import { getOptionLabel, type Option } from '#src/engine/core/settings/options.ts';
import { ChoiceCards } from '#src/ui/ChoiceCards.tsx';

type MultiplechoiceConfig = { options: Option[]; min?: number; max?: number };

const hintClass = css`
  color: var(--muted);
  font-size: var(--text-sm);
  margin: -0.1rem 0 0.5rem;
`;

/** Shows how many options to choose, before an error occurs. */
function Hint({ id, min, max }: { id: string; min: number | undefined; max: number | undefined }) {
  const textId =
    min === undefined
      ? 'element.error.maxItems'
      : max === undefined
        ? 'element.error.minItems'
        : min === max
          ? 'multiplechoice.exactly'
          : 'multiplechoice.between';
  return (
    <p id={id} className={hintClass}>
      <FormattedMessage id={textId} values={{ limit: min ?? max, min, max }} />
    </p>
  );
}

export function Widget({
  element,
  address,
  id,
  value = [],
  onChange,
  onBlur,
  language,
  invalid,
  disabled,
}: WidgetProps<MultiplechoiceConfig, string[]>) {
  const { options, min, max } = element;
  const hintId = min === undefined && max === undefined ? undefined : `${id}-hint`;

  function handleChoose(chosen: string, isChosen: boolean) {
    const next = options
      .map((option) => option.value)
      .filter((option) => (option === chosen ? isChosen : value.includes(option)));
    onChange(next.length > 0 ? next : undefined);
  }

  return (
    <>
      {hintId && <Hint id={hintId} min={min} max={max} />}
      <ChoiceCards
        id={id}
        name={address}
        kind="checkbox"
        chosen={value}
        invalid={invalid}
        disabled={disabled}
        describedBy={hintId}
        choices={options.map(({ value, label, help }) => ({
          value,
          label: localize(label, language),
          help: help && localize(help, language),
          language: findOtherLanguage(label, language),
        }))}
        onChoose={handleChoose}
        onBlur={onBlur}
      />
    </>
  );
}

export const Answer = ({
  element,
  value,
  language,
}: AnswerProps<MultiplechoiceConfig, string[]>) => (
  <ul>
    {value.map((chosen) => (
      <li key={chosen}>{getOptionLabel(element.options, chosen, language)}</li>
    ))}
  </ul>
);
