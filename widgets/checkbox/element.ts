import * as Type from 'typebox';
import { defineElement } from '#src/engine/core/element.ts';

/** A single checkbox. Required means ticked; an unticked box is no answer. */
export const checkbox = defineElement({
  type: 'checkbox',
  frame: 'inline',
  isOneInput: true,
  config: Type.Object({}),
  value: Type.Boolean(),
  isEmpty: (value) => value !== true,
  texts: { required: 'checkbox.error.required' },
  parseText: (text) => (/^(true|1|ja|yes)$/i.test(text) ? true : undefined),
  parsePosted: ({ list }) => (list().length > 0 ? true : undefined),
  formatAnswer: (value, _, { text }) => text(value ? 'answer.yes' : 'answer.no', {}),
  view: () => import('./CheckboxView.tsx'),
});
