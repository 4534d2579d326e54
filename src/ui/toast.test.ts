import { beforeEach, expect, it } from 'vitest';
import { clearToasts, closeToast, getToasts, toast } from './toast.ts';

const saved = { level: 'success', text: 'Gespeichert.' } as const;
const failed = { level: 'error', text: 'Gespeichert.' } as const;
const shown = () => getToasts().map(({ level, text }) => ({ level, text }));

beforeEach(clearToasts);

it('A repeated toast is shown once, after the others', () => {
  for (const each of [saved, failed, saved]) toast(each);
  expect(shown()).toEqual([failed, saved]);
});

it('`closeToast` closes one toast by its id and keeps the others', () => {
  toast(saved);
  toast(failed);
  closeToast(getToasts()[0]?.id ?? NaN);
  expect(shown()).toEqual([failed]);
});
