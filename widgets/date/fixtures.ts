import type { Fixture } from '../fixture.ts';

export const fixtures: Fixture[] = [
  { element: { id: 'day', type: 'date', label: { de: 'Unfalltag', en: 'Day of the accident' }, required: true, min: '2020-01-01', max: 'today' }, valid: ['2020-01-01', '2026-11-20'], invalid: ['2019-12-31', '2026-11-21', '2026-02-30', '20.11.2026'], typed: '20.11.2026' },
];
