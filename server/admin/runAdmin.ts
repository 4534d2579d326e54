import { parseArgs } from 'node:util';
import type { Deps } from '#server/deps.ts';
import { UsageError, type Command, type Values } from './command.ts';
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

const listOptions = ({ options = {} }: Command): string[] =>
  Object.keys(options).map((option) => `--${option}`);

const describeUse = (name: string, command: Command): string =>
  [name, ...command.takes, ...listOptions(command).map((option) => `[${option}]`)].join(' ');

function describeUsage(): string {
  const lines = Object.entries(commands).map(
    ([name, command]) => `  ${describeUse(name, command)}\n      ${command.purpose}`,
  );
  return [`npm run admin -- COMMAND [${jsonOption}]`, ...lines].join('\n');
}

function findCommand(args: readonly string[]): { name: string; rest: string[] } | undefined {
  const words = [args.slice(0, 2).join(' '), args[0] ?? ''];
  const name = words.find((each) => Object.hasOwn(commands, each));
  return name === undefined ? undefined : { name, rest: args.slice(name.split(' ').length) };
}

/** Says what is wrong with a command that is unknown; returns the help without any. */
function describeUnknown(args: readonly string[]): string {
  const given = args.filter((word) => word !== jsonOption);
  const [first = ''] = given;
  if (first === '' || first === '--help') return describeUsage();
  const help = 'npm run admin lists all commands.';
  if (first.startsWith('-')) return `The command comes first, then ${first}. ${help}`;
  const end = given.findIndex((word) => word.startsWith('-'));
  const words = given.slice(0, end === -1 ? 2 : Math.min(end, 2)).join(' ');
  const alike = Object.keys(commands).filter((name) => name.startsWith(`${first} `));
  const hint = alike.length > 0 ? `Known are ${alike.join(', ')}.` : help;
  return `There is no command ${words}. ${hint}`;
}

/** A token of `parseArgs`, as far as an option is concerned. */
type OptionToken = {
  kind: string;
  name?: string;
  rawName?: string;
  value?: string | undefined;
  inlineValue?: boolean | undefined;
};

/** Returns a sentence for an option that cannot be read; undefined for a right one. */
function findOptionError(
  { name = '', rawName = '', value, inlineValue = false }: OptionToken,
  type: 'string' | 'boolean',
): string | undefined {
  if (type === 'boolean') return value === undefined ? undefined : `${rawName} takes no value.`;
  const isNextOption = !inlineValue && value?.startsWith('--');
  // an empty one would mean the default
  return value === undefined || value.trim() === '' || isNextOption
    ? `--${name} has no value. Leave the option out or give it one.`
    : undefined;
}

/** Refuses unknown options, those without their value, and all but one of a name. */
function checkOptions(name: string, command: Command, tokens: readonly OptionToken[]): void {
  const options: NonNullable<Command['options']> = {
    ...command.options,
    json: { type: 'boolean' },
  };
  const given = new Set<string>();
  for (const token of tokens) {
    const { kind, name: option = '', rawName = '' } = token;
    if (kind !== 'option') continue;
    const known = rawName.startsWith('--') && Object.hasOwn(options, option) && options[option];
    if (!known) {
      const all = [...listOptions(command), jsonOption].join(', ');
      throw new UsageError(`${name} has no option ${rawName}. It has ${all}.`);
    }
    if (given.has(option)) throw new UsageError(`--${option} is given more than once.`);
    given.add(option);
    const error = findOptionError(token, known.type);
    if (error !== undefined) throw new UsageError(error);
  }
}

function readArguments(args: readonly string[]) {
  const found = findCommand(args);
  const command = found && commands[found.name];
  if (!command) throw new UsageError(describeUnknown(args));
  const { values, positionals, tokens } = parseArgs({
    args: found.rest,
    options: { ...command.options, json: { type: 'boolean' } },
    allowPositionals: true,
    strict: false, // its messages name no command
    tokens: true,
  });
  checkOptions(found.name, command, tokens);
  const isComplete = positionals.length === command.takes.length;
  if (!isComplete || positionals.some((word) => word.trim() === ''))
    throw new UsageError(`Usage: npm run admin -- ${describeUse(found.name, command)}`);
  return { command, values: values as Values, positionals };
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
