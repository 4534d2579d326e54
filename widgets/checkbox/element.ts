import * as Type from 'typebox';
import { defineElement } from '#src/engine/core/element.ts';

/** A box to tick. Required means ticked; an unticked box is no answer. */
export const checkbox = defineElement({
  type: 'checkbox',
  frame: 'inline',
  config: Type.Object(
    {},
    { description: 'A box to tick. Required means ticked; an unticked box is no answer.' },
  ),
  value: Type.Boolean(),
  isEmpty: (value) => value !== true,
  texts: { required: 'checkbox.error.required' },
  fromText: (text) => (/^(true|1|ja|yes)$/i.test(text) ? true : undefined),
  textOf: (value, _, { text }) => text(value ? 'answer.yes' : 'answer.no', {}),
  view: () => import('./CheckboxView.tsx'),
});
