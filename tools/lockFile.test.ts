import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

interface LockedPackage {
  optionalDependencies?: Record<string, string>;
}

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, LockedPackage>;
};

// npm drops a platform's package that the registry did not have, and `npm ci` then fails.
it('The lock file holds every optional package of every other package', () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !packages[`${path}/node_modules/${name}`])
      .filter((name) => !packages[`node_modules/${name}`]),
  );
  expect(missing).toEqual([]);
});
