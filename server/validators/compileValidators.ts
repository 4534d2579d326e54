import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import Bottleneck from 'bottleneck';
import { limits } from '#schemas/limits.ts';
import type { CompiledForm } from '#src/engine/core/compileForm.ts';
import {
  checkWith,
  requireRuntime,
  type CompiledValidators,
} from '#src/engine/core/compiledValidators.ts';
import { formats } from '#src/engine/core/formats.ts';
import type { CompiledCheck } from '#src/engine/core/validateAnswers.ts';
import { keepLastUsed } from './lastUsed.ts';

export class CompilationFailed extends Error {}

const worker = new URL('./compileWorker.mjs', import.meta.url);
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** What shapes validators besides the form: all of our compiler, and ajv's. */
const compiler = [
  readFileSync(worker, 'utf8'),
  (createRequire(import.meta.url)('ajv/package.json') as { version: string }).version,
  ...Object.keys(formats),
];

/** Names what a form's validators are made from: another name means that they would come out differently now. */
export const sourceOf = (form: CompiledForm): string => sha256(JSON.stringify([compiler, form]));

/** A worker takes a core and much memory: few at once, the others wait, and their time begins when they do. */
const queue = new Bottleneck({ maxConcurrent: limits.form.compilesAtOnce });

type Compiled = { module: string; code: string };

function compileInWorker(form: CompiledForm, timeoutMs: number): Promise<Compiled> {
  const thread = new Worker(worker, {
    workerData: { ...form, formats: Object.keys(formats) },
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: limits.form.compileMaxMb },
  });
  return new Promise<Compiled>((resolve, reject) => {
    const timer = setTimeout(() => reject(new CompilationFailed('timeout')), timeoutMs);
    thread.once('message', (compiled: Compiled) => resolve(compiled));
    thread.once('error', (error) => reject(new CompilationFailed(error.message)));
    thread.once('exit', () => clearTimeout(timer));
  }).finally(() => thread.terminate());
}

/** Runs a published form's code: the validators it exports. */
function evaluate(code: string): CompiledValidators {
  const exports: CompiledValidators = {};
  // The code is our own compiler's output, stored by us at publish time; the browser runs the same text.
  const run = new Function('require', 'exports', code) as (
    require: typeof requireRuntime,
    exports: CompiledValidators,
  ) => void; // eslint-disable-line @typescript-eslint/no-implied-eval
  run(requireRuntime, exports);
  return exports;
}

/** The compiled form's check, for the server's side of validation. */
export const loadCheck = (code: string): CompiledCheck => checkWith(evaluate(code));

export type PublishedValidators = Compiled & { hash: string; source: string };

const kept = keepLastUsed<PublishedValidators>(limits.form.compilationsKept);

/**
 * Compiles a form's schema when it is published, in a worker with a time limit: no form can hold the server up. What was
 * compiled lately is not compiled again. Throws CompilationFailed. The hash names the module's address.
 */
export async function compileValidators(
  form: CompiledForm,
  timeoutMs: number = limits.form.compileTimeoutMs,
): Promise<PublishedValidators> {
  const source = sourceOf(form);
  const known = kept.get(source);
  if (known) return known;
  const { code, module } = await queue.schedule(() => compileInWorker(form, timeoutMs));
  evaluate(code);
  return kept.set(source, { module, code, hash: sha256(module).slice(0, 32), source });
}
