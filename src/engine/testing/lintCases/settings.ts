import {
  group,
  sum,
  name,
  choice,
  plate,
  email,
  form,
  paged,
  type LintCase,
} from './definitions.ts';

export const settingsCases: LintCase[] = [
  [
    'extensionsOpen',
    form({ id: 'a', type: 'file', label: 'A' }),
    '/formElements/0',
    form({ id: 'a', type: 'file', label: 'A', extensions: ['pdf'] }),
  ],
  [
    'copyUnknown',
    { ...form(email), copy: { email: 'mail' } },
    '/copy/email',
    { ...form(email), copy: { email: 'email' } },
  ],
  [
    'copyUnknown',
    { ...form(group(email)), copy: { email: 'email' } },
    '/copy/email',
    { ...form(email), copy: { email: 'email', content: true } },
  ],
  [
    'copyNoEmail',
    { ...form(name), copy: { email: 'name' } },
    '/copy/email',
    { ...form({ ...name, format: 'email' }), copy: { email: 'name' } },
  ],
  [
    'minAboveMax',
    paged({ formElements: [{ ...name, minLength: 9, maxLength: 3 }] }),
    '/pages/0/formElements/0/minLength',
    paged({ formElements: [{ ...name, minLength: 3, maxLength: 9 }] }),
  ],
  [
    'neverFits',
    form({ ...name, format: 'postalcode', minLength: 8 }),
    '/formElements/0/minLength',
    form({ ...name, format: 'postalcode', minLength: 5 }),
  ],
  [
    'neverFits',
    form({ ...name, format: 'postalcode', maxLength: 3 }),
    '/formElements/0/maxLength',
    form({ ...name, format: 'postalcode', maxLength: 5 }),
  ],
  [
    'neverFits',
    form({ ...group(name), min: 0, max: 0, required: true }),
    '/formElements/0/max',
    form({ ...group(name), min: 0, max: 1, required: true }),
  ],
  [
    'neverFits',
    form({ ...sum, min: 1.2, max: 1.8, decimals: 0 }),
    '/formElements/0/min',
    form({ ...sum, min: 1.2, max: 2, decimals: 0 }),
  ],
  [
    'neverFits',
    form({ ...sum, min: 0.5, decimals: 0, step: 1 }),
    '/formElements/0/min',
    form({ ...sum, min: 0.5, decimals: 1, step: 1 }),
  ],
  [
    'stepNeedsDecimals',
    form({ ...sum, step: 0.5, decimals: 0 }),
    '/formElements/0/step',
    form({ ...sum, step: 0.5, decimals: 1 }),
  ],
  [
    'patternTooLong',
    form({ ...plate, pattern: '[0-9]{10}', maxLength: 5 }),
    '/formElements/0/pattern',
    form({ ...plate, pattern: '[0-9]{10}', maxLength: 10 }),
  ],
  [
    'patternTooLong',
    form({ ...plate, pattern: '(?:abc|de)(?=fgh)x*\\.y+', maxLength: 3 }),
    '/formElements/0/pattern',
    form({ ...plate, pattern: '(?:abc|de)(?=fgh)x*\\.y+', maxLength: 4 }),
  ],
  [
    'duplicateOption',
    form({
      ...choice,
      options: [
        { value: 'a', label: 'A' },
        { value: 'a', label: 'B' },
      ],
    }),
    '/formElements/0/options/1/value',
    form(choice),
  ],
  ['invalidPattern', form({ ...plate, pattern: '[A-Z' }), '/formElements/0/pattern', form(plate)],
  [
    'slowPattern',
    form({ ...plate, pattern: '([A-Z]+-?)+' }),
    '/formElements/0/pattern',
    form({ ...plate, pattern: '[A-Z]+(-[A-Z]+)*' }),
  ],
  [
    'patternLooksBack',
    form({ ...plate, pattern: '(.)\\1' }),
    '/formElements/0/pattern',
    form(plate),
  ],
];
