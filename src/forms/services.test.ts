import { expect, it } from 'vitest';
import { findService, toServices } from '#src/engine/react/services/services.ts';
import { loadTileSet } from '#widgets/geolocation/service.ts';
import { findExperts } from '#widgets/gutachterchoice/service.ts';
import { listInsurances } from '#widgets/rechtsschutzformular/service.ts';
import { createServices } from './services.ts';

const create = (accountId: string) => toServices(createServices((id) => id, { accountId }));

it('Services that are created again keep their lists, so that a view does not load them twice', () => {
  const [first, again] = [create('firm'), create('firm')];
  for (const service of [listInsurances, loadTileSet, findExperts]) {
    const load = findService<unknown>(first, service);
    expect(load).toBeTypeOf('function');
    expect(findService<unknown>(again, service)).toBe(load);
  }
});

it('Each account has its own search for experts', () => {
  expect(findService(create('firm'), findExperts)).not.toBe(
    findService(create('other firm'), findExperts),
  );
});
