// Client and server with reload and demo data. One Ctrl-C ends both.
import { spawn } from 'node:child_process';
import { checkNode, install, root } from './preconditions.mjs';

checkNode();
install();

const env = {
  ...process.env,
  FORMAKTE_MODE: 'demo',
  PUBLIC_URL: process.env.PUBLIC_URL ?? 'http://localhost:5173',
};
const run = (/** @type {string[]} */ ...args) =>
  spawn('npx', args, { cwd: root, env, stdio: 'inherit', shell: process.platform === 'win32' });
const both = [run('tsx', 'watch', '--clear-screen=false', 'server/runtime/main.ts'), run('vite')];

const stop = () => both.forEach((child) => child.kill('SIGTERM'));
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, stop);
for (const child of both)
  child.once('exit', (code) => {
    stop();
    process.exitCode ||= code ?? 0;
  });
