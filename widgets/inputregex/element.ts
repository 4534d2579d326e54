import * as Type from 'typebox';
import { described, LocalizedText } from '#schemas/common.ts';
import { limits } from '#schemas/limits.ts';
import { autocomplete } from '#src/engine/core/autocomplete.ts';
import { defineElement } from '#src/engine/core/element.ts';
import { inputMode } from '#src/engine/core/inputMode.ts';

const { maxPatternLength, maxLineLength } = limits.form;

/**
 * One line of text of a form the author describes: the pattern must match all of it. Patterns follow JavaScript with
 * the u flag; the server proves each one fast before it is published.
 */
export const inputregex = defineElement({
  type: 'inputregex',
  frame: 'label',
  config: Type.Object(
    {
      pattern: Type.String({
        minLength: 1,
        maxLength: limits.form.maxPatternSource,
        description:
          'The form of the whole answer, as JavaScript writes it with the u flag; it is proven fast before it is published.',
      }),
      message: described(LocalizedText, 'How to write it, shown when the answer does not match.'),
      maxLength: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: maxLineLength,
          description: 'Characters there may be.',
        }),
      ),
      autocomplete,
      inputMode,
    },
    { description: 'One line of text in a form that the author describes by a pattern.' },
  ),
  value: Type.String(),
  // A validator that lists all errors tries the pattern on answers that are too long as well; the first look ends that.
  limits: ({ pattern, maxLength = maxPatternLength }) => ({
    maxLength,
    pattern: `^(?=[^]{0,${maxLength}}$)(?:${pattern})$`,
  }),
  patterns: ({ pattern, maxLength = maxPatternLength }) => [
    { pointer: '/pattern', pattern, maxLength },
  ],
  ownText: (rule, { message }) => (rule === 'pattern' ? message : undefined),
  fromText: (text) => text,
  view: () => import('./InputregexView.tsx'),
});
