import { formLimits } from '#schemas/forms/limits.ts';
import { name, choice, form, paged, when, group, themed, type LintCase } from './definitions.ts';

const manyNames = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ ...name, id: `e${index}` }));

export const shapeCases: LintCase[] = [
  ['settingMissing', { formElements: [name] }, '/title', form(name)],
  [
    'settingMissing',
    form(when({ empty: true })),
    '/formElements/0/visibleWhen/element',
    form(name, when({ element: 'name', empty: true })),
  ],
  [
    'settingUnknown',
    form({ ...name, maxLenght: 5 }),
    '/formElements/0/maxLenght',
    form({ ...name, maxLength: 5 }),
  ],
  [
    'settingUnknown',
    form(name, when({ all: [{ element: 'name', equals: 1, also: 2 }] })),
    '/formElements/1/visibleWhen/all/0/also',
    form(name, when({ all: [{ element: 'name', equals: 'a' }] })),
  ],
  [
    'settingType',
    form({ ...name, required: 'yes' }),
    '/formElements/0/required',
    form({ ...name, required: true }),
  ],
  ['settingType', { title: 5, formElements: [name] }, '/title', form(name)],
  [
    'settingFormat',
    themed({ primaryColor: 'red' }),
    '/theme/primaryColor',
    themed({ primaryColor: '#a01010' }),
  ],
  [
    'settingFormat',
    { ...form(name), returnUrl: 'javascript:alert(1)' },
    '/returnUrl',
    { ...form(name), returnUrl: 'https://example.com' },
  ],
  [
    'badAddress',
    { ...form(name), returnUrl: 'http://[' },
    '/returnUrl',
    { ...form(name), returnUrl: 'https://example.com' },
  ],
  [
    'settingLimit',
    form({ ...name, maxLength: 0 }),
    '/formElements/0/maxLength',
    form({ ...name, maxLength: 1 }),
  ],
  ['valueNotAllowed', form({ ...name, type: 'holo' }), '/formElements/0/type', form(name)],
  [
    'valueNotAllowed',
    form({ id: 'a', type: 'file', label: 'A', extensions: ['pdf', 'exe'] }),
    '/formElements/0/extensions/1',
    form({ id: 'a', type: 'file', label: 'A', extensions: ['pdf'] }),
  ],
  ['pagesOrElements', { title: 'Test' }, '', form(name)],
  [
    'pagesOrElements',
    { ...form(name), ...paged({ formElements: [{ ...name, id: 'b' }] }) },
    '',
    paged({ formElements: [name] }),
  ],
  [
    'tooManyElements',
    paged(
      ...[0, 1].map((page) => ({
        formElements: Array.from({ length: formLimits.maxElements }, (_, index) => ({
          ...name,
          id: `e${page}x${index}`,
        })),
      })),
    ),
    '',
    form(name),
  ],
  [
    'manyFields',
    form({ ...group(...manyNames(50)), max: 100 }),
    '',
    form({ ...group(...manyNames(49)), max: 100 }),
  ],
  ['duplicateId', form(name, name), '/formElements/1/id', form(name, choice)],
  [
    'duplicateId',
    paged({ id: 'same', formElements: [name] }, { id: 'same', formElements: [choice] }),
    '/pages/1/id',
    paged({ formElements: [name] }, { formElements: [choice] }),
  ],
  ['reservedId', form({ ...name, id: 'constructor' }), '/formElements/0/id', form(name)],
  [
    'portalOnly',
    form({ id: 'code', type: 'password', label: 'Passwort' }),
    '/formElements/0/type',
    form({ ...name, label: 'Codewort' }),
  ],
  [
    'nestedGroup',
    form(group({ id: 'inner', type: 'group', label: 'B', formElements: [name] })),
    '/formElements/0/formElements/0/type',
    form(group(name)),
  ],
  [
    'uselessException',
    {
      ...form(name),
      lintIgnore: [
        {
          rule: 'purposeMissing',
          element: 'name',
          reason: 'Den Namen eines anderen füllt kein Browser aus.',
        },
      ],
    },
    '/lintIgnore/0',
    form(name),
  ],
];
