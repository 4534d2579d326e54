import { languages, type Language } from '#schemas/platform/common.ts';
import type { AnswerProps, WidgetProps } from '#src/engine/core/element.ts';
import { useOptionalService } from '#src/engine/react/services/useService.ts';
import { ChoiceCards } from '#src/ui/ChoiceCards.tsx';
import { flags } from './flags.tsx';
import { showLanguage } from './service.ts';

type LanguageConfig = Record<never, never>;

/** Each language in its own words, so that its speakers find it. */
const names: Record<Language, string> = { de: 'Deutsch', en: 'English' };

const isLanguage = (value: string): value is Language => value in names;

export function Widget({
  element,
  id,
  value,
  onChange,
  onBlur,
  language,
  required,
  invalid,
  disabled,
  describedBy,
}: WidgetProps<LanguageConfig, Language>) {
  const show = useOptionalService(showLanguage);
  function handleChoose(chosen: string) {
    if (!isLanguage(chosen)) return;
    onChange(chosen);
    show?.(chosen);
  }
  return (
    <ChoiceCards
      id={id}
      name={element.id}
      kind="radio"
      chosen={[show ? language : (value ?? language)]}
      required={required}
      invalid={invalid}
      disabled={disabled}
      describedBy={describedBy}
      choices={languages.map((each) => ({
        value: each,
        label: names[each],
        language: each,
        picture: flags[each],
      }))}
      onChoose={handleChoose}
      onBlur={onBlur}
    />
  );
}

export const Answer = ({ value }: AnswerProps<LanguageConfig, Language>) => (
  <span lang={value}>{names[value]}</span>
);
