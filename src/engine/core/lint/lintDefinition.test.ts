import { describe, expect, it } from 'vitest';
import type { FormElement } from '#schemas/forms.ts';
import { limits } from '#schemas/limits.ts';
import { portalRegistry } from '#widgets/portalRegistry.ts';
import { lintDefinition, lintRules } from './lintDefinition.ts';

type Definition = Record<string, unknown>;

const name: FormElement = { id: 'name', type: 'input', label: 'Wie heißt der Zeuge?' };
const choice: FormElement = {
  id: 'hurt',
  type: 'simplechoice',
  label: 'Verletzt?',
  options: [
    { value: 'yes', label: 'Ja' },
    { value: 'no', label: 'Nein' },
  ],
};
const plate: FormElement = {
  id: 'plate',
  type: 'inputregex',
  label: 'Kennzeichen',
  pattern: '[A-Z]{1,3}',
  message: 'So: HH.',
};
const sum: FormElement = { id: 'sum', type: 'number', label: 'Schaden', min: 0, max: 100 };
const form = (...formElements: object[]): Definition => ({ title: 'Test', formElements });
const paged = (...pages: object[]): Definition => ({
  title: 'Test',
  pages: pages.map((page, index) => ({ id: `p${index}`, title: 'Seite', ...page })),
});
const when = (visibleWhen: object, more: object = {}): object => ({
  id: 'late',
  type: 'input',
  label: 'Dann?',
  visibleWhen,
  ...more,
});
const group = (...formElements: object[]) => ({ id: 'g', type: 'group', label: 'G', formElements });
const worked = (formula: object, more: object = {}) => ({
  id: 'worked',
  type: 'computed',
  label: 'W',
  formula,
  ...more,
});
const day: FormElement = { id: 'day', type: 'date', label: 'Wann?' };
const experts = { id: 'expert', type: 'gutachterchoice', label: 'Wer?', postalCodeFrom: 'name' };
const themed = (theme: object): Definition => ({ ...form(name), theme });
const bilingual = { de: 'Wie heißt er?', en: 'What is he called?' };

const rows = (...formElements: object[]) => ({ ...group(...formElements), max: 3 });
const code = { ...name, id: 'plz', format: 'postalcode' };
const clock = { id: 'clock', type: 'time', label: 'Um wie viel Uhr?' };
const phone = { id: 'phone', type: 'mobilenumber', label: 'Handynummer' };
const signed = { id: 'signed', type: 'signature', label: 'Unterschrift' };
const stepped = { ...sum, step: 3 };

/** Comparisons that no answer to this element meets, and one that some meet; of the last ones the rule itself can hold. */
const impossible: [source: object, rule: object, right: object, isMetByOthers?: true][] = [
  [day, { element: 'day', equals: '24.12.2026' }, { element: 'day', equals: '2026-12-24' }],
  [day, { element: 'day', equals: '2026-02-30' }, { element: 'day', in: ['2026-02-28', ''] }],
  [day, { element: 'day', greater: 'today' }, { element: 'day', greater: '2026-12-01' }],
  [day, { element: 'day', less: '01.12.2026' }, { element: 'day', less: '2026-12-01' }],
  [day, { element: 'day', less: 'today' }, { element: 'day', contains: '2026-12' }, true],
  [
    { ...day, min: '2026-01-01', max: '2026-06-30' },
    { element: 'day', greater: '2026-06-30' },
    { element: 'day', greater: '2026-06-29' },
  ],
  [
    { ...day, min: '2026-01-01', max: 'today+1y' },
    { element: 'day', less: '2026-01-01' },
    { element: 'day', equals: '2027-05-05' },
  ],
  [
    { ...day, min: '2026-01-01', max: 'today' },
    { element: 'day', equals: '2025-12-31' },
    { element: 'day', less: '2026-01-02' },
  ],
  [clock, { element: 'clock', greater: '25:00' }, { element: 'clock', greater: '23:00' }],
  [clock, { element: 'clock', equals: '8.30' }, { element: 'clock', equals: '08:30' }],
  [
    phone,
    { element: 'phone', equals: '0176 123456' },
    { element: 'phone', equals: '+49176123456' },
  ],
  [code, { element: 'plz', equals: 'abc' }, { element: 'plz', equals: '20259' }],
  [plate, { element: 'plate', equals: '12' }, { element: 'plate', greater: 'M' }],
  [signed, { element: 'signed', equals: 'x' }, { element: 'signed', empty: false }],
  [group(sum), { element: 'g', contains: 'x' }, { element: 'g', empty: false }],
  [stepped, { element: 'sum', equals: 4 }, { element: 'sum', equals: 6 }],
  [rows(sum), { element: 'g.sum', greater: 100 }, { element: 'g.sum', greater: 3 }],
  [rows(choice), { element: 'g.hurt', equals: 'maybe' }, { element: 'g.hurt', equals: 'yes' }],
  [
    rows(day),
    { element: 'g.day', equals: '24.12.2026' },
    { element: 'g.day', greater: '2026-12-24' },
  ],
  [choice, { element: 'hurt', in: ['yes', 'zz'] }, { element: 'hurt', in: ['yes', 'no'] }, true],
  [
    rows(choice),
    { element: 'g.hurt', in: ['yes', 'zz'] },
    { element: 'g.hurt', in: ['yes', ''] },
    true,
  ],
];

/** Each rule: a definition that triggers it and where, and the same definition put right. */
const cases: [rule: string, wrong: Definition, pointer: string, right: Definition][] = [
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
        formElements: Array.from({ length: limits.form.maxElements }, (_, index) => ({
          ...name,
          id: `e${page}x${index}`,
        })),
      })),
    ),
    '',
    form(name),
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
    'unknownSource',
    form(name, when({ element: 'nmae', empty: false })),
    '/formElements/1/visibleWhen',
    form(name, when({ element: 'name', empty: false })),
  ],
  [
    'unknownSource',
    form(name, when({ any: [{ not: { element: 'x', empty: false } }] })),
    '/formElements/1/visibleWhen/any/0/not',
    form(name),
  ],
  [
    'unknownSource',
    form({ id: 'expert', type: 'gutachterchoice', label: 'Wer?', postalCodeFrom: 'plz' }),
    '/formElements/0/postalCodeFrom',
    form(
      { ...name, id: 'plz' },
      { id: 'expert', type: 'gutachterchoice', label: 'Wer?', postalCodeFrom: 'plz' },
    ),
  ],
  [
    'laterSource',
    form(when({ element: 'name', empty: false }), name),
    '/formElements/0/visibleWhen',
    form(name, when({ element: 'name', empty: false })),
  ],
  [
    'cycle',
    form({ ...name, visibleWhen: { element: 'name', empty: true } }),
    '/formElements/0/visibleWhen',
    form(name),
  ],
  [
    'cycle',
    form(
      { ...name, visibleWhen: { element: 'late', empty: true } },
      when({ element: 'name', empty: true }),
    ),
    '/formElements/0/visibleWhen',
    form(name, when({ element: 'name', empty: true })),
  ],
  [
    'sourceWithoutAnswer',
    form({ id: 'h', type: 'headline', label: 'Teil 1' }, when({ element: 'h', empty: true })),
    '/formElements/1/visibleWhen',
    form(name, when({ element: 'name', empty: true })),
  ],
  [
    'ownGroupName',
    form(group(name, when({ element: 'g.name', empty: false }))),
    '/formElements/0/formElements/1/visibleWhen',
    form(group(name, when({ element: 'name', empty: false }))),
  ],
  [
    'noNumber',
    form(name, sum, worked({ sum: ['sum', 'name'] })),
    '/formElements/2/formula/sum/1',
    form(sum, worked({ sum: ['sum'] })),
  ],
  [
    'noNumber',
    form(group(name), worked({ product: ['g.name'] })),
    '/formElements/1/formula/product/0',
    form(group(sum), worked({ product: ['g.sum'] })),
  ],
  [
    'noList',
    form(name, worked({ count: 'name' })),
    '/formElements/1/formula/count',
    form(group(name), worked({ count: 'g' })),
  ],
  [
    'noDay',
    form(name, worked({ dateDifference: { from: 'name', to: 'today', unit: 'days' } })),
    '/formElements/1/formula/dateDifference/from',
    form(day, worked({ dateDifference: { from: 'day', to: 'today', unit: 'days' } })),
  ],
  [
    'noDay',
    form(group(day), worked({ dateDifference: { from: 'today', to: 'g.day', unit: 'days' } })),
    '/formElements/1/formula/dateDifference/to',
    form(group(day, worked({ dateDifference: { from: 'today', to: 'day', unit: 'days' } }))),
  ],
  [
    'looseBrace',
    form(name, worked({ text: 'Für {name' })),
    '/formElements/1/formula/text',
    form(name, worked({ text: 'Für {name}' })),
  ],
  [
    'noPostalCode',
    form(name, experts),
    '/formElements/1/postalCodeFrom',
    form({ ...name, format: 'postalcode' }, experts),
  ],
  [
    'requiredWithoutAnswer',
    form({ id: 'h', type: 'headline', label: 'Teil 1', required: true }),
    '/formElements/0/required',
    form({ ...name, required: true }),
  ],
  [
    'requiredWithoutAnswer',
    form(name, worked({ text: '{name}' }, { required: true })),
    '/formElements/1/required',
    form(name, worked({ text: '{name}' })),
  ],
  [
    'requiredGroup',
    form({ ...group(name), required: true }),
    '/formElements/0/required',
    form({ ...group(name), min: 0, required: true }),
  ],
  [
    'requiredGroup',
    form(choice, {
      ...group(name),
      min: 2,
      max: 3,
      requiredWhen: { element: 'hurt', equals: 'yes' },
    }),
    '/formElements/1/requiredWhen',
    form(choice, group({ ...name, requiredWhen: { element: 'hurt', equals: 'yes' } })),
  ],
  [
    'requiredTwice',
    form(choice, { ...name, required: true, requiredWhen: { element: 'hurt', equals: 'yes' } }),
    '/formElements/1/requiredWhen',
    form(choice, { ...name, required: false, requiredWhen: { element: 'hurt', equals: 'yes' } }),
  ],
  [
    'impossibleComparison',
    form(choice, when({ element: 'hurt', equals: 'yess' })),
    '/formElements/1/visibleWhen',
    form(choice, when({ element: 'hurt', equals: 'yes' })),
  ],
  [
    'impossibleComparison',
    form(sum, when({ element: 'sum', greater: 100 })),
    '/formElements/1/visibleWhen',
    form(sum, when({ element: 'sum', greater: 99 })),
  ],
  ...impossible.map(([source, rule, right]): (typeof cases)[number] => [
    'impossibleComparison',
    form(source, when(rule)),
    `/formElements/1/visibleWhen${'in' in rule ? '/in/1' : ''}`,
    form(source, when(right)),
  ]),
  ...impossible
    .filter(([, , , isMetByOthers]) => !isMetByOthers)
    .flatMap(([source, rule, right]): typeof cases => [
      [
        'neverVisible',
        form(source, when(rule)),
        '/formElements/1/visibleWhen',
        form(source, when(right)),
      ],
      [
        'requiredNeverVisible',
        form(source, when(rule, { required: true })),
        '/formElements/1/visibleWhen',
        form(source, when(right, { required: true })),
      ],
    ]),
  [
    'neverVisible',
    form(
      rows(sum),
      when({
        all: [
          { element: 'g.sum', empty: true },
          { element: 'g.sum', greater: 5 },
        ],
      }),
    ),
    '/formElements/1/visibleWhen',
    form(
      rows(sum),
      when({
        all: [
          { element: 'g.sum', equals: 2 },
          { element: 'g.sum', greater: 5 },
        ],
      }),
    ),
  ],
  [
    'neverVisible',
    form(
      group(sum),
      when({
        all: [
          { element: 'g.sum', equals: 2 },
          { element: 'g.sum', greater: 5 },
        ],
      }),
    ),
    '/formElements/1/visibleWhen',
    form(
      rows(sum),
      when({
        all: [
          { element: 'g.sum', equals: 2 },
          { element: 'g.sum', greater: 5 },
        ],
      }),
    ),
  ],
  [
    'neverVisible',
    form(
      choice,
      group({ ...name, visibleWhen: { element: 'hurt', equals: 'yes' } }),
      when({
        all: [
          { element: 'hurt', equals: 'no' },
          { element: 'g.name', empty: false },
        ],
      }),
    ),
    '/formElements/2/visibleWhen',
    form(
      choice,
      group(name),
      when({
        all: [
          { element: 'hurt', equals: 'no' },
          { element: 'g.name', empty: false },
        ],
      }),
    ),
  ],
  [
    'neverVisible',
    form(
      rows(choice),
      when({
        not: {
          any: [
            { element: 'g.hurt', equals: 'yes' },
            { element: 'g.hurt', equals: 'no' },
            { element: 'g.hurt', empty: true },
          ],
        },
      }),
    ),
    '/formElements/1/visibleWhen',
    form(
      rows(choice, when({ element: 'hurt', equals: 'yes' })),
      when({ not: { element: 'g.late', equals: 'x' } }, { id: 'later' }),
    ),
  ],
  [
    'neverVisible',
    form(
      name,
      when({
        all: [
          { element: 'name', empty: true },
          { element: 'name', contains: 'b' },
        ],
      }),
    ),
    '/formElements/1/visibleWhen',
    form(
      name,
      when({
        all: [
          { element: 'name', contains: 'a' },
          { not: { element: 'name', equals: 'a' } },
          { element: 'name', greater: 'm' },
          { element: 'name', less: 'z' },
        ],
      }),
    ),
  ],
  [
    'neverVisible',
    form(
      choice,
      when({
        all: [
          { element: 'hurt', equals: 'yes' },
          { element: 'hurt', equals: 'no' },
        ],
      }),
    ),
    '/formElements/1/visibleWhen',
    form(
      choice,
      when({
        any: [
          { element: 'hurt', equals: 'yes' },
          { element: 'hurt', equals: 'no' },
        ],
      }),
    ),
  ],
  [
    'neverVisible',
    form(
      sum,
      when({
        all: [
          { element: 'sum', greater: 6 },
          { element: 'sum', less: 5 },
        ],
      }),
    ),
    '/formElements/1/visibleWhen',
    form(
      sum,
      when({
        all: [
          { element: 'sum', greater: 5 },
          { element: 'sum', less: 6 },
        ],
      }),
    ),
  ],
  [
    'neverVisible',
    form(
      choice,
      { ...name, visibleWhen: { element: 'hurt', equals: 'yes' } },
      when({
        all: [
          { element: 'hurt', equals: 'no' },
          { element: 'name', empty: false },
        ],
      }),
    ),
    '/formElements/2/visibleWhen',
    form(
      choice,
      { ...name, visibleWhen: { element: 'hurt', equals: 'yes' } },
      when({
        all: [
          { element: 'hurt', equals: 'no' },
          { element: 'name', empty: true },
        ],
      }),
    ),
  ],
  [
    'requiredNeverVisible',
    form(choice, when({ element: 'hurt', equals: 'maybe' }, { required: true })),
    '/formElements/1/visibleWhen',
    form(choice, when({ element: 'hurt', equals: 'no' }, { required: true })),
  ],
  [
    'unreachablePage',
    paged(
      { formElements: [choice] },
      { formElements: [when({ element: 'hurt', equals: 'maybe' })] },
    ),
    '/pages/1',
    paged({ formElements: [choice] }, { formElements: [when({ element: 'hurt', equals: 'no' })] }),
  ],
  [
    'labelMissing',
    form({ id: 'a', type: 'input' }),
    '/formElements/0/label',
    form({ id: 'a', type: 'input', label: 'A' }),
  ],
  ['languageMissing', form(name), '', { ...form(name), title: { de: 'Prüfung', en: 'Test' } }],
  [
    'translationMissing',
    form({ ...name, label: bilingual, help: { de: 'Auch der Vorname.' } }),
    '/formElements/0/help',
    form({
      ...name,
      label: bilingual,
      help: { de: 'Auch der Vorname.', en: 'The first name, too.' },
    }),
  ],
  [
    'translationMissing',
    form({ ...name, label: { de: 'Wie heißt er?', en: ' ' } }),
    '/formElements/0/label',
    form({ ...name, label: bilingual }),
  ],
  [
    'translationMissing',
    form({ ...name, label: { de: '', en: 'What is he called?' } }),
    '/formElements/0/label',
    form({ ...name, label: bilingual }),
  ],
  [
    'textBlank',
    form({ ...name, label: { de: '', en: ' ' } }),
    '/formElements/0/label',
    form({ ...name, label: { de: '', en: 'What is he called?' } }),
  ],
  ['textBlank', { ...form(name), title: ' ' }, '/title', form(name)],
  [
    'textBlank',
    form({ ...choice, options: [{ value: 'yes', label: '' }] }),
    '/formElements/0/options/0/label',
    form(choice),
  ],
  [
    'textBlank',
    form({ id: 'h', type: 'headline', label: '' }),
    '/formElements/0/label',
    form({ id: 'h', type: 'headline', label: 'Teil 1' }),
  ],
  [
    'textBlank',
    form({ id: 'd', type: 'display', text: '' }),
    '/formElements/0/text',
    form({ id: 'd', type: 'display', text: 'Lesen Sie.' }),
  ],
  ['textBlank', form({ ...plate, message: { de: ' ' } }), '/formElements/0/message', form(plate)],
  [
    'translationMissing',
    form({ ...name, label: bilingual, help: 'Auch der Vorname.' }),
    '/formElements/0/help',
    form({ ...name, label: bilingual, help: 'Vorname' }),
  ],
  [
    'prefillIgnored',
    form({ id: 'a', type: 'file', label: 'A', prefill: 'em' }),
    '/formElements/0/prefill',
    form({ ...name, prefill: 'em' }),
  ],
  [
    'prefillIgnored',
    form({ ...group({ ...name, prefill: 'fn' }), max: 3 }),
    '/formElements/0/formElements/0/prefill',
    form(group({ ...name, prefill: 'fn' })),
  ],
  [
    'purposeMissing',
    form({ ...name, prefill: 'fn' }),
    '/formElements/0/autocomplete',
    form({ ...name, prefill: 'fn', autocomplete: 'given-name' }),
  ],
  [
    'purposeMissing',
    form({ ...name, label: 'Handynummer' }),
    '/formElements/0/autocomplete',
    form({ ...name, type: 'mobilenumber', label: 'Handynummer' }),
  ],
  [
    'purposeMissing',
    form({ ...name, label: 'Nachname' }),
    '/formElements/0/autocomplete',
    form({ ...name, label: 'Nachname des Gegners' }),
  ],
  [
    'purposeMissing',
    form({ ...name, label: { de: 'Wie?', en: 'Your first name' } }),
    '/formElements/0/autocomplete',
    form({ ...name, label: { de: 'Wie?', en: 'First name of the driver' } }),
  ],
  [
    'purposeMissing',
    form({ ...name, label: 'E-mail address' }),
    '/formElements/0/autocomplete',
    form({ ...name, label: 'E-mail address of the insurer' }),
  ],
  [
    'purposeMissing',
    form({ ...name, label: 'Postcode' }),
    '/formElements/0/autocomplete',
    form({ ...name, label: 'Postcode', autocomplete: 'off' }),
  ],
  [
    'extensionsOpen',
    form({ id: 'a', type: 'file', label: 'A' }),
    '/formElements/0',
    form({ id: 'a', type: 'file', label: 'A', extensions: ['pdf'] }),
  ],
  [
    'textContrast',
    themed({ primaryColor: '#f2b705' }),
    '/theme/primaryColor',
    themed({ primaryColor: '#14505c' }),
  ],
  [
    'backgroundContrast',
    themed({ formContainerBackground: '#204060' }),
    '/theme/formContainerBackground',
    themed({ formContainerBackground: '#eef2f4' }),
  ],
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
    'unknownSource',
    form(group(name), when({ element: 'name', empty: false })),
    '/formElements/1/visibleWhen',
    form(group(name), when({ element: 'g.name', contains: 'A' })),
  ],
  [
    'unknownSource',
    form(group(name), when({ element: 'g.nmae', empty: false })),
    '/formElements/1/visibleWhen',
    form(group(name), when({ element: 'g.name', contains: 'A' })),
  ],
  [
    'unknownSource',
    form({ id: 'total', type: 'computed', label: 'T', formula: { sum: ['sums'] } }),
    '/formElements/0/formula/sum/0',
    form(sum, { id: 'total', type: 'computed', label: 'T', formula: { sum: ['sum'] } }),
  ],
  [
    'laterSource',
    form({ ...name, requiredWhen: { element: 'sum', greater: 1 } }, sum),
    '/formElements/0/requiredWhen',
    form(sum, { ...name, requiredWhen: { element: 'sum', greater: 1 } }),
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

const found = (definition: unknown) => lintDefinition(definition, portalRegistry).findings;
const placesOf = (rule: string, definition: unknown) =>
  found(definition)
    .filter((finding) => finding.rule === rule)
    .map(({ pointer }) => pointer);

it('a text without any words is told once', () => {
  const written = {
    ...form({ ...name, label: { de: '', en: ' ' } }),
    title: { de: 'Prüfung', en: 'Test' },
  };
  expect(found(written).map(({ rule, pointer }) => [rule, pointer])).toEqual([
    ['textBlank', '/formElements/0/label'],
  ]);
});

describe('a comparison that cannot hold', () => {
  it.each<[object, string, string | undefined]>([
    [day, '24.12.2026', '2026-12-24'],
    [clock, '8.30', '08:30'],
    [phone, '0176 123456', '+49176123456'],
    [choice, 'Ja', 'yes'],
    [choice, 'yess', 'yes'],
    [code, 'abc', undefined],
  ])('of %j with %s is told how the answer is written', (source, value, suggestion) => {
    const { id } = source as FormElement;
    expect(
      found(form(source, when({ element: id, equals: value }))).filter(
        ({ rule }) => rule === 'impossibleComparison',
      ),
    ).toMatchObject([{ params: { id, value }, suggestion }]);
  });
});

/** Rules whose findings have names of their own. */
const severalNames = ['ownSettings', 'patterns'];

describe('a document that is no form any more', () => {
  const rulesOf = (definition: unknown) => [...new Set(found(definition).map(({ rule }) => rule))];
  it.each<[string, unknown]>([
    [
      'of too many parts',
      { title: 'T', formElements: Array.from({ length: limits.form.maxParts }, () => 1) },
    ],
    [
      'of parts within parts',
      JSON.parse(
        `${'{"not":'.repeat(limits.form.maxDepth + 1)}1${'}'.repeat(limits.form.maxDepth + 1)}`,
      ),
    ],
  ])('is told as such: %s', (_, definition) => expect(rulesOf(definition)).toEqual(['tooLarge']));
  it('is told so many mistakes at once, and its errors before what is doubtful', () => {
    const misspelt = Object.fromEntries(
      Array.from({ length: 2 * limits.form.maxFindings }, (_, index) => [`titel${index}`, 1]),
    );
    const findings = found({ ...form({ ...name, prefill: 'm_name' }), ...misspelt });
    expect([findings.length, findings.every(({ severity }) => severity === 'error')]).toEqual([
      limits.form.maxFindings,
      true,
    ]);
  });
});

describe('each rule', () => {
  it.each(cases)('%s finds %j at %s', (rule, wrong, pointer) =>
    expect(placesOf(rule, wrong)).toContain(pointer),
  );
  it.each(cases)('%s leaves a definition alone that is put right', (rule, _, __, right) =>
    expect(placesOf(rule, right)).toEqual([]),
  );
  it.each(lintRules.map((rule) => [rule.name]))('%s stands in the table above', (rule) => {
    if (!severalNames.includes(rule)) expect(cases.map(([each]) => each)).toContain(rule);
  });
});
