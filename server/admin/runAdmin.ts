import { parseArgs } from 'node:util';
import type { Deps } from '#server/deps.ts';
import { UsageError, type Command } from './command.ts';
import { doctorCommands } from './doctor.ts';
import { explainFailure } from './failures.ts';
import { firmCommands } from './firms.ts';
import { keyCommands } from './keys.ts';
import { mailCommands } from './mails.ts';
import { secretCommands } from './secret.ts';
import { sessionCommands } from './sessions.ts';
import { staffCommands } from './staff.ts';
import { webhookCommands } from './webhooks.ts';

const commands: Readonly<Record<string, Command>> = {
  ...firmCommands,
  ...keyCommands,
  ...staffCommands,
  ...sessionCommands,
  ...mailCommands,
  ...webhookCommands,
  ...secretCommands,
  ...doctorCommands,
};

const jsonOption = '--json';

/** Prints to the terminal, or into a test. */
type Output = { say: (line: string) => void; complain: (line: string) => void };
type OpenDeps = () => Promise<{ deps: Deps; close: () => Promise<void> }>;

function describeUsage(): string {
  const lines = Object.entries(commands).map(([name, { takes, options = {}, purpose }]) => {
    const names = Object.keys(options).map((option) => `[--${option}]`);
    return `  ${[name, ...takes, ...names].join(' ')}\n      ${purpose}`;
  });
  return [`npm run admin -- COMMAND [${jsonOption}]`, ...lines].join('\n');
}

function findCommand(args: readonly string[]): { name: string; rest: string[] } | undefined {
  const words = [args.slice(0, 2).join(' '), args[0] ?? ''];
  const name = words.find((each) => Object.hasOwn(commands, each));
  return name === undefined ? undefined : { name, rest: args.slice(name.split(' ').length) };
}

/** The part of a token of `parseArgs` that options have. */
type OptionToken = { kind: string; name?: string; value?: string | undefined };

/** Refuses an option without a value, which would mean the default, and all but one of a name. */
function checkOptions(tokens: readonly OptionToken[]): void {
  const given = new Set<string>();
  for (const { kind, name = '', value } of tokens) {
    if (kind !== 'option') continue;
    if (given.has(name)) throw new UsageError(`--${name} is given more than once.`);
    given.add(name);
    if (value?.trim() === '')
      throw new UsageError(`--${name} has no value. Leave the option out or give it one.`);
  }
}

function readArguments(args: readonly string[]) {
  const found = findCommand(args);
  const command = found && commands[found.name];
  if (!command) throw new UsageError(describeUsage());
  const { values, positionals, tokens } = parseArgs({
    args: found.rest,
    options: { ...command.options, json: { type: 'boolean' } },
    allowPositionals: true,
    tokens: true,
  });
  checkOptions(tokens);
  if (positionals.length !== command.takes.length)
    throw new UsageError(`Usage: ${[found.name, ...command.takes].join(' ')}`);
  return { command, values, positionals };
}

const format = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value ?? null);

/** Writes one line per field, and an empty line between the objects of a list. */
function describeResult(result: object): string {
  const describe = (one: object) =>
    Object.entries(one)
      .map(([name, value]) => `${name}: ${format(value)}`)
      .join('\n');
  if (!Array.isArray(result)) return describe(result);
  return result.length === 0 ? 'none' : (result as object[]).map(describe).join('\n\n');
}

/** Runs one command and returns the exit code. */
export async function runAdmin(
  args: readonly string[],
  openDeps: OpenDeps,
  { say, complain }: Output,
): Promise<number> {
  try {
    const { command, values, positionals } = readArguments(args);
    const { deps, close } = await openDeps();
    try {
      const { result, isFailure = false } = await command.run(deps, positionals, values);
      say(values['json'] ? JSON.stringify(result, null, 2) : describeResult(result));
      return isFailure ? 1 : 0;
    } finally {
      await close();
    }
  } catch (error) {
    const sentence = explainFailure(error);
    if (sentence === undefined) throw error;
    complain(args.includes(jsonOption) ? JSON.stringify({ error: sentence }) : sentence);
    return 1;
  }
}
