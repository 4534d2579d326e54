import * as Type from 'typebox';
import { LocalizedText } from '#schemas/platform/common.ts';
import { formLimits } from '#schemas/forms/limits.ts';
import { autocomplete } from '#src/engine/core/settings/autocomplete.ts';
import { defineElement } from '#src/engine/core/element.ts';
import { inputMode } from '#src/engine/core/settings/inputMode.ts';

const { maxPatternLength, maxLineLength } = formLimits;

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
  // Rejects too long answers first: a validator that collects all errors runs the pattern on those
  // too.
  limits: ({ pattern, maxLength = maxPatternLength }) => ({
    maxLength,
    pattern: `^(?=[^]{0,${maxLength}}$)(?:${pattern})$`,
  }),
  patterns: ({ pattern, maxLength = maxPatternLength }) => [
    { pointer: '/pattern', pattern, maxLength },
  ],
  getOwnText: (rule, { message }) => (rule === 'pattern' ? message : undefined),
  parseText: (text) => text,
  view: () => import('./InputregexView.tsx'),
});
