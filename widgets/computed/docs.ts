import type { ElementDocs } from '#src/engine/core/definition/describeSettings.ts';

export const docs: ElementDocs = {
  description: 'A value worked out from earlier answers, shown and never typed.',
  settings: {
    formula: 'What the value is worked out from: exactly one of these.',
    'formula.sum': {
      description: 'Adds numbers up, those that are answered.',
      examples: [['damage', 'costs']],
    },
    'formula.product': {
      description: 'Multiplies numbers; each must be answered.',
      examples: [['hours', 'rate']],
    },
    'formula.count': {
      description: 'Counts rows of a group, ticked choices or files.',
      examples: ['witnesses'],
    },
    'formula.dateDifference': {
      description: 'The time from one day to another.',
      examples: [{ from: 'birth', to: 'today', unit: 'years' }],
    },
    'formula.dateDifference.from': 'The first day; "today" is the day the form is filled in.',
    'formula.dateDifference.to': 'The last day; "today" is the day the form is filled in.',
    'formula.dateDifference.unit': 'What is counted, in whole ones.',
    'formula.text': {
      description:
        'A text with {element} where an answer goes. It is one text for every ' +
        'language, so answers are written as in German: 01.12.2026, 1.234,5, and the ' +
        'label of an option.',
      examples: ['{last}, {first}'],
    },
    decimals: 'Digits after the comma when shown.',
    unit: 'Stands behind the value, outside it.',
  },
};
