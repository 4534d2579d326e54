import {
  name,
  choice,
  plate,
  sum,
  form,
  paged,
  when,
  group,
  day,
  rows,
  code,
  clock,
  phone,
  signed,
  stepped,
  type LintCase,
} from './definitions.ts';

/**
 * Comparisons that no answer meets, and similar ones that some meet. The condition of an entry with
 * `isMetByOthers` can still be true.
 */
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

export const reachabilityCases: LintCase[] = [
  [
    'alwaysVisible',
    form(
      choice,
      when({
        any: [{ element: 'hurt', equals: 'yes' }, { not: { element: 'hurt', equals: 'yes' } }],
      }),
    ),
    '/formElements/1/visibleWhen',
    form(choice, when({ element: 'hurt', equals: 'yes' })),
  ],
  [
    'todayInRule',
    form(day, when({ element: 'day', less: 'today' })),
    '/formElements/1/visibleWhen',
    form(day, when({ element: 'day', less: '2026-11-20' })),
  ],
  [
    'ruleTooDeep',
    form(
      choice,
      when({
        all: [{ any: [{ all: [{ any: [{ element: 'hurt', equals: 'yes' }] }] }] }],
      }),
    ),
    '/formElements/1/visibleWhen/all/0/any/0/all/0',
    form(choice, when({ all: [{ any: [{ not: { element: 'hurt', equals: 'yes' } }] }] })),
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
  ...impossible.map(([source, rule, right]): LintCase => [
    'impossibleComparison',
    form(source, when(rule)),
    `/formElements/1/visibleWhen${'in' in rule ? '/in/1' : ''}`,
    form(source, when(right)),
  ]),
  ...impossible
    .filter(([, , , isMetByOthers]) => !isMetByOthers)
    .flatMap(([source, rule, right]): LintCase[] => [
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
];
