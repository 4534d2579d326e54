import type { Provided } from '#src/engine/react/services/services.ts';
import type { Fixture } from '#widgets/fixture.ts';

const modules = import.meta.glob<{ fixtures: Fixture[]; services?: Provided[] }>(
  '/widgets/*/fixtures.ts',
  { eager: true },
);

/** Fixtures of each element type, by the name of its folder. */
export const fixturesByType: Readonly<Record<string, Fixture[]>> = Object.fromEntries(
  Object.entries(modules).map(([path, { fixtures }]) => [path.split('/').at(-2) ?? path, fixtures]),
);

/** Every fixture of every element type. */
export const allFixtures = Object.values(fixturesByType).flat();
if (allFixtures.length === 0) throw new Error('No fixtures in widgets/*/fixtures.ts');

/** Services that the fixtures of some types need. */
export const fixtureServices = Object.values(modules).flatMap(({ services = [] }) => services);
