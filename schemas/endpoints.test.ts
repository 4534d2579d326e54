import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Endpoint } from './platform/endpoint.ts';
import { endpoints } from './endpoints.ts';

it('Every exported endpoint of the contract is listed', async () => {
  const files = readdirSync('schemas', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => `schemas/${file}`);
  const unlisted: string[] = [];
  let declared = 0;
  for (const file of files) {
    const names = [...readFileSync(file, 'utf8').matchAll(/export const (\w+) = endpoint\(/g)];
    if (names.length === 0) continue;
    const resource = (await import(`../${file}`)) as Record<string, Endpoint>;
    for (const [, name = ''] of names)
      if (!endpoints.some((listed) => listed === resource[name])) unlisted.push(`${file}: ${name}`);
    declared += names.length;
  }
  expect(unlisted).toEqual([]);
  expect(declared).toBe(endpoints.length);
});
