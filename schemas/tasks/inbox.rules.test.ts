import { expect, it } from 'vitest';
import { staffRoles } from '#schemas/platform/endpoint.ts';
import { mayChange } from './inbox.rules.ts';

const [me, other] = ['u1', 'u2'];
const as = (assigneeId: string | null) => ({ userId: me, assigneeId });
const listRoles = (assigneeId: string | null, change: Parameters<typeof mayChange>[2]) =>
  staffRoles.filter((role) => mayChange(role, as(assigneeId), change));
const leading = ['admin', 'consultant'];
const reading = [...leading, 'user', 'internal'];

it('Admins and consultants change any item, users and internals their own', () => {
  for (const change of [{ state: 'done' }, { note: 'Rückruf' }] as const) {
    expect(listRoles(me, change)).toEqual(reading);
    expect(listRoles(other, change)).toEqual(leading);
    expect(listRoles(null, change)).toEqual(leading);
  }
});

it('Users and internals take what is free and give back their own', () => {
  expect(listRoles(null, { assigneeId: me })).toEqual(reading);
  expect(listRoles(me, { assigneeId: null })).toEqual(reading);
  expect(listRoles(other, { assigneeId: me })).toEqual(leading);
  expect(listRoles(me, { assigneeId: other })).toEqual(leading);
  expect(listRoles(null, { assigneeId: null })).toEqual(leading);
  expect(listRoles(null, { assigneeId: me, state: 'done' })).toEqual(reading);
});
