import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { isComplete } from './preconditions.mjs';

const wanted = {
  packages: {
    '': {},
    'node_modules/app': { version: '2.0.0' },
    'node_modules/tool': { version: '1.0.0', dev: true },
    'node_modules/otherPlatform': { version: '1.0.0', optional: true },
  },
};
const app = { 'node_modules/app': { version: '2.0.0' } };
const tool = { 'node_modules/tool': { version: '1.0.0' } };

it.each([
  ['with every tool', { ...app, ...tool }, true, true],
  ['without the tools of tests', app, true, false],
  ['without the dependency', tool, false, false],
  ['with another version', { 'node_modules/app': { version: '1.9.0' } }, false, false],
])('An installation %s is complete only for what it has', (_, packages, canStart, canTest) => {
  expect(isComplete(wanted, { packages }, { withTestTools: false })).toBe(canStart);
  expect(isComplete(wanted, { packages }, { withTestTools: true })).toBe(canTest);
});

it('A process that npm has started stops by itself when the shell between them is killed', async () => {
  const module = new URL('preconditions.mjs', import.meta.url).href;
  const script = `
    import { stopWithParent } from '${module}';
    stopWithParent(20);
    process.once('SIGTERM', () => process.stdout.write('stopped', () => process.exit()));
    setInterval(() => undefined, 1_000);
    process.stdout.write('ready ');
  `;
  const command = `"${process.execPath}" --input-type=module --eval "${script}"; true`;
  const shell = spawn('sh', ['-c', command], { stdio: ['ignore', 'pipe', 'inherit'] });
  shell.stdout.once('data', () => shell.kill());
  expect(await text(shell.stdout)).toBe('ready stopped');
});
