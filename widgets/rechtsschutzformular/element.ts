import * as Type from 'typebox';
import { defineElement } from '#src/engine/core/element.ts';
import {
  cleanInsurance,
  InsuranceAnswer,
  isNoInsurance,
  numberNames,
  numbers,
} from './insuranceAnswer.ts';

/** A legal insurance: the insurer by list or name, and the policy numbers. */
export const rechtsschutzformular = defineElement({
  type: 'rechtsschutzformular',
  frame: 'group',
  config: Type.Object({}),
  value: InsuranceAnswer,
  isEmpty: isNoInsurance,
  clean: cleanInsurance,
  parsePosted: ({ read }) => {
    const numbers = numberNames.flatMap((name) => (read(name) ? [[name, read(name)]] : []));
    return { name: read('insurer'), ...(Object.fromEntries(numbers) as object) };
  },
  formatAnswer: (value, _, { text }) =>
    [
      value.name,
      ...numberNames.flatMap((name) =>
        value[name] ? [`${text(numbers[name], {})}: ${value[name]}`] : [],
      ),
    ].join('\n'),
  texts: {
    required: 'rechtsschutzformular.error.name',
    pattern: 'rechtsschutzformular.error.name',
  },
  view: () => import('./RechtsschutzformularView.tsx'),
});
