// The built server in demo mode, on data that nobody has used before.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

process.env.FORMAKTE_MODE = 'demo';
process.env.DATA_DIR = mkdtempSync(join(tmpdir(), 'formakte-e2e-'));
process.once('exit', () => rmSync(process.env.DATA_DIR ?? '', { recursive: true, force: true }));
await import('../dist/server/main.js');
