import * as Type from 'typebox';
import { cleanTyped } from '#schemas/platform/typedText.ts';
import { LocalizedText } from '#schemas/platform/common.ts';
import { formLimits } from '#schemas/forms/limits.ts';
import { autocomplete } from '#src/engine/core/settings/autocomplete.ts';
import { defineElement } from '#src/engine/core/element.ts';
import { inputMode } from '#src/engine/core/settings/inputMode.ts';

const { maxPatternLength, maxLineLength } = formLimits;

type PatternConfig = { pattern: string; maxLength?: number };

/** Builds the whole pattern. It rejects too long answers before the author's pattern runs. */
const buildPattern = ({ pattern, maxLength = maxPatternLength }: PatternConfig): string =>
  `^(?=[^]{0,${maxLength}}$)(?:${pattern})$`;

/** Cleans a text as a code, such as a number plate, unless the pattern accepts it as it is. */
function cleanByPattern(text: string, element: PatternConfig): string {
  const pattern = new RegExp(buildPattern(element), 'u');
  const line = cleanTyped(text, 'line');
  const code = cleanTyped(text, 'code');
  return pattern.test(line) || !pattern.test(code) ? line : code;
}

/**
 * One line of text that an author's pattern must match as a whole. Patterns are JavaScript with the
 * u flag; lint rejects slow ones before publication.
 */
export const inputregex = defineElement({
  type: 'inputregex',
  frame: 'label',
  config: Type.Object({
    pattern: Type.String({ minLength: 1, maxLength: formLimits.maxPatternSource }),
    message: LocalizedText,
    maxLength: Type.Optional(Type.Integer({ minimum: 1, maximum: maxLineLength })),
    autocomplete,
    inputMode,
  }),
  value: Type.String(),
  // A validator that collects all errors runs the pattern on too long answers, too.
  limits: (element) => ({
    maxLength: element.maxLength ?? maxPatternLength,
    pattern: buildPattern(element),
  }),
  patterns: ({ pattern, maxLength = maxPatternLength }) => [
    { pointer: '/pattern', pattern, maxLength },
  ],
  getOwnText: (rule, { message }) => (rule === 'pattern' ? message : undefined),
  clean: (value, element) => (typeof value === 'string' ? cleanByPattern(value, element) : value),
  parseText: (text) => text,
  view: () => import('./InputregexView.tsx'),
});
