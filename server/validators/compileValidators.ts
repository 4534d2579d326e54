import { createHash } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import Bottleneck from 'bottleneck';
import { limits } from '#schemas/limits.ts';
import type { FormSchema, CompiledForm } from '#src/engine/core/compileForm.ts';
import { checkWith, requireRuntime, type CompiledValidators } from '#src/engine/core/compiledValidators.ts';
import { formats } from '#src/engine/core/formats.ts';
import type { CompiledCheck } from '#src/engine/core/validateAnswers.ts';

export class CompilationFailed extends Error {}

/** A worker takes a core and much memory: few at once, the others wait, and their time begins when they do. */
const queue = new Bottleneck({ maxConcurrent: limits.form.compilesAtOnce });

function compileInWorker(form: CompiledForm, timeoutMs: number): Promise<string> {
  const worker = new Worker(new URL('./compileWorker.mjs', import.meta.url), {
    workerData: { ...form, formats: Object.keys(formats) },
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: limits.form.compileMaxMb },
  });
  return new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(new CompilationFailed('timeout')), timeoutMs);
    worker.once('message', (code: string) => resolve(code));
    worker.once('error', (error) => reject(new CompilationFailed(error.message)));
    worker.once('exit', () => clearTimeout(timer));
  }).finally(() => worker.terminate());
}

/** Runs a published form's code: the validators it exports. */
function evaluate(code: string): CompiledValidators {
  const exports: CompiledValidators = {};
  // The code is our own compiler's output, stored by us at publish time; the browser runs the same text.
  const run = new Function('require', 'exports', code) as (require: typeof requireRuntime, exports: CompiledValidators) => void; // eslint-disable-line @typescript-eslint/no-implied-eval
  run(requireRuntime, exports);
  return exports;
}

/** The compiled form's check, for the server's side of validation. */
export const loadCheck = (code: string): CompiledCheck => checkWith(evaluate(code));

/** The module a browser imports: the schema, and a function that makes the validators from it. */
const moduleOf = (schema: FormSchema, code: string): string =>
  `export const schema=${JSON.stringify(schema)};\nexport function createValidators(require){const exports={};${code};return exports}\n`;

export type PublishedValidators = { module: string; code: string; hash: string };

/**
 * Compiles a form's schema once, when it is published, in a worker with a time limit: no form can hold the server up.
 * Throws CompilationFailed. The hash names the module's address.
 */
export async function compileValidators(form: CompiledForm, timeoutMs: number = limits.form.compileTimeoutMs): Promise<PublishedValidators> {
  const code = await queue.schedule(() => compileInWorker(form, timeoutMs));
  evaluate(code);
  const module = moduleOf(form.schema, code);
  return { module, code, hash: createHash('sha256').update(module).digest('hex').slice(0, 32) };
}
