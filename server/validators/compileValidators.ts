import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import { compileLimits } from '#server/validators/limits.ts';
import type { FormSchemas } from '#src/engine/core/definition/toJsonSchema.ts';
import {
  createCheck,
  requireRuntime,
  type CompiledValidators,
} from '#src/engine/core/validation/compiledValidators.ts';
import { formats } from '#src/engine/core/values/formats.ts';
import type { CompiledCheck } from '#src/engine/core/validation/validateAnswers.ts';

export class CompilationFailed extends Error {}

const worker = new URL('./compileWorker.mjs', import.meta.url);
const hashSha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Inputs of the validators besides the form: our compiler's code and ajv's version. */
const compiler = [
  readFileSync(worker, 'utf8'),
  (createRequire(import.meta.url)('ajv/package.json') as { version: string }).version,
  ...Object.keys(formats),
];

/**
 * Computes the name of a form's validators. Another name means that they must be compiled again.
 */
export const hashSource = (form: FormSchemas): string =>
  hashSha256(JSON.stringify([compiler, form]));

/**
 * Limits concurrent workers, each of which takes a core and much memory. A job's timeout starts
 * when it leaves the queue.
 */
const runInQueue = pLimit(compileLimits.compilesAtOnce);

type Compiled = { module: string; code: string };

async function compileInWorker(form: FormSchemas, timeoutMs: number): Promise<Compiled> {
  const thread = new Worker(worker, {
    workerData: { ...form, formats: Object.keys(formats) },
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: compileLimits.compileMaxMb },
  });
  try {
    return await new Promise<Compiled>((resolve, reject) => {
      const timer = Number.isFinite(timeoutMs)
        ? setTimeout(() => reject(new CompilationFailed('timeout')), timeoutMs)
        : undefined;
      thread.once('message', (compiled: Compiled) => resolve(compiled));
      thread.once('error', (error) => reject(new CompilationFailed(error.message)));
      thread.once('exit', () => clearTimeout(timer));
    });
  } finally {
    await thread.terminate();
  }
}

type Run = (require: typeof requireRuntime, exports: CompiledValidators) => void;

/** Evaluates a published form's code and returns its validators. */
function evaluate(code: string): CompiledValidators {
  const exports: CompiledValidators = {};
  // The code is our own compiler's output, stored at publish time; the browser runs the same text.
  // oxlint-disable-next-line typescript/no-implied-eval
  const run = new Function('require', 'exports', code) as Run;
  run(requireRuntime, exports);
  return exports;
}

/** Creates the compiled form's check for validation on the server. */
export const loadCheck = (code: string): CompiledCheck => createCheck(evaluate(code));

export type PublishedValidators = Compiled & { hash: string; source: string };

const kept = new LRUCache<string, PublishedValidators>({ max: compileLimits.compilationsKept });

/**
 * Compiles a form's schema in a worker with a timeout, so that no form blocks the server. The
 * timeout Infinity is none. Recent results are cached. Throws CompilationFailed. The hash is the
 * module's name.
 */
export async function compileValidators(
  form: FormSchemas,
  timeoutMs: number = compileLimits.compileTimeoutMs,
): Promise<PublishedValidators> {
  const source = hashSource(form);
  const known = kept.get(source);
  if (known) return known;
  const { code, module } = await runInQueue(() => compileInWorker(form, timeoutMs));
  evaluate(code);
  const published = { module, code, hash: hashSha256(module).slice(0, 32), source };
  kept.set(source, published);
  return published;
}
