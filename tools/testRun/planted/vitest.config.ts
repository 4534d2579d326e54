import { defineConfig } from 'vitest/config';
import { root } from '../../preconditions.mjs';

/** Tests that fail on purpose, for the test of the runner. */
export default defineConfig({ test: { root, include: ['tools/testRun/planted/*.planted.ts'] } });
