import {
  CommonTableExpressionNameNode,
  CommonTableExpressionNode,
  createQueryId,
  ParensNode,
  SelectQueryNode,
  ValueNode,
  WithNode,
  type CompiledQuery,
  type DatabaseConnection,
  type OperationNode,
  type QueryResult,
} from 'kysely';
import { isSqlite } from './dialect.ts';
import type { Db } from './schema.ts';

/** Stands for a value in a statement that is built before there is one. Whoever computes with it made a mistake, and hears of it at the first call. */
class Placeholder {
  readonly at: number;
  constructor(at: number) {
    this.at = at;
  }
  toOperationNode(): OperationNode {
    return ValueNode.create(this);
  }
  [Symbol.toPrimitive](): never {
    throw new Error(
      'A prepared statement is built without its values: compute with them before it is called',
    );
  }
}

/** Takes the values out of arguments, and says of what shape they are: alike shapes make the same statement. */
function takeValues(argument: unknown, values: unknown[]): string {
  if (argument === undefined) return '-';
  if (Array.isArray(argument))
    return `[${argument.map((each) => takeValues(each, values)).join('')}]`;
  if (typeof argument === 'object' && argument !== null)
    return `{${Object.entries(argument)
      .map(([key, each]) => `${key}:${takeValues(each, values)}`)
      .join(',')}}`;
  values.push(argument);
  return '?';
}

/** The same arguments with a placeholder for each value, in the same order. */
function withPlaceholders(argument: unknown, next: () => Placeholder): unknown {
  if (argument === undefined) return undefined;
  if (Array.isArray(argument)) return argument.map((each) => withPlaceholders(each, next));
  if (typeof argument === 'object' && argument !== null)
    return Object.fromEntries(
      Object.entries(argument).map(([key, each]) => [key, withPlaceholders(each, next)]),
    );
  return next();
}

/** A database keeps the plan of each; lists of any length make statements without end. */
const maxNames = 400;
const names = new Map<string, string>();

/** Under which name a connection keeps a statement's plan; none for what is asked for in too many shapes. */
export const nameOf = (text: string): string | undefined => names.get(text);

const quickTexts = new Set<string>();

/** Whether it reads a few rows that an index leads to: nobody minds to wait for it. */
export const isQuickText = (text: string): boolean => quickTexts.has(text);

function nameStatement(text: string): void {
  if (names.size < maxNames && !names.has(text)) names.set(text, `s${names.size}`);
}

const maxShapes = 200;
type Build<Args extends unknown[], Row> = (
  db: Db,
  ...args: Args
) => { compile: (db: Db) => CompiledQuery<Row> };
type Built<Row> = { query: CompiledQuery<Row>; order: readonly (number | { fixed: unknown })[] };

/**
 * A statement that is built once instead of at each call, which takes longer than most run. It is built from placeholders:
 * values may go anywhere into the statement, but the statement cannot depend on them, only on which are left out (undefined)
 * and on how many are in a list.
 */
export function prepared<Args extends unknown[], Row>(
  build: Build<Args, Row>,
  { isQuick = false } = {},
) {
  const [sqlite, postgres] = [new Map<string, Built<Row>>(), new Map<string, Built<Row>>()];

  function buildFor(db: Db, args: Args): Built<Row> {
    let count = 0;
    const query = build(
      db,
      ...(withPlaceholders(args, () => new Placeholder(count++)) as Args),
    ).compile(db);
    if (!isSqlite(db)) nameStatement(query.sql);
    if (isQuick && nameOf(query.sql) !== undefined) quickTexts.add(query.sql);
    return {
      query,
      order: query.parameters.map((each) =>
        each instanceof Placeholder ? each.at : { fixed: each },
      ),
    };
  }

  /** The statement with its values, to be run. */
  function bind(db: Db, ...args: Args): CompiledQuery<Row> {
    const values: unknown[] = [];
    const shape = takeValues(args, values);
    const built = isSqlite(db) ? sqlite : postgres;
    let known = built.get(shape);
    if (!known) {
      known = buildFor(db, args);
      if (built.size >= maxShapes) built.clear();
      built.set(shape, known);
    }
    return {
      ...known.query,
      parameters: known.order.map((each) => (typeof each === 'number' ? values[each] : each.fixed)),
    };
  }

  return {
    bind,
    /** All rows that are found. */
    all: async (db: Db, ...args: Args): Promise<Row[]> =>
      (await db.executeQuery(bind(db, ...args))).rows,
    /** The first row, if there is one. */
    first: async (db: Db, ...args: Args): Promise<Row | undefined> =>
      (await db.executeQuery(bind(db, ...args))).rows[0],
    /** Runs what changes rows; answers how many. */
    run: async (db: Db, ...args: Args): Promise<number> =>
      changedBy(await db.executeQuery(bind(db, ...args))),
  };
}

const changedBy = ({ numAffectedRows }: QueryResult<unknown>): number =>
  Number(numAffectedRows ?? 0n);

type RowsOf<Statements> = {
  [Key in keyof Statements]: Statements[Key] extends CompiledQuery<infer Row> ? Row[] : never;
};

/** What each of several statements answered; throws what the first that fails says. */
export const answersIn = (outcomes: readonly PromiseSettledResult<unknown[]>[]): unknown[][] =>
  outcomes.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  });

/** Sends statements one after the other without waiting in between; tells what became of each, once all are over. */
export const outcomesOf = async (
  db: Db,
  statements: readonly CompiledQuery<unknown>[],
): Promise<PromiseSettledResult<unknown[]>[]> =>
  db
    .getExecutor()
    .provideConnection(async (connection: DatabaseConnection) =>
      Promise.allSettled(
        statements.map(async (each) => (await connection.executeQuery(each)).rows),
      ),
    );

/** Sends statements one after the other without waiting in between, and answers the rows of each. Throws what the first that fails says, once all are over. */
export const together = async <const Statements extends readonly CompiledQuery<unknown>[]>(
  db: Db,
  statements: Statements,
): Promise<RowsOf<Statements>> => answersIn(await outcomesOf(db, statements)) as RowsOf<Statements>; // in the order of the statements

type Part = OperationNode & { with?: WithNode };

/** What a part is given names for before it (`with`) is known to the whole, so it comes before it there as well. */
const partsOf = ({ with: before, ...part }: Part, at: number): CommonTableExpressionNode[] => [
  ...(before?.expressions ?? []),
  CommonTableExpressionNode.create(
    CommonTableExpressionNameNode.create(`part${at}`),
    ParensNode.create(part),
  ),
];

/** PostgreSQL runs the last part first. It promises no order; a test tells when it has another one. */
const lastFirst = (statements: readonly CompiledQuery<unknown>[]): CompiledQuery<unknown>[] =>
  statements.toReversed();

const maxWholes = 200;
const wholes = new Map<string, CompiledQuery>();

function buildWhole(db: Db, statements: readonly CompiledQuery<unknown>[]): CompiledQuery {
  const [first, ...others] = lastFirst(statements).flatMap(({ query }, at) =>
    partsOf(query, at),
  ) as [CommonTableExpressionNode, ...CommonTableExpressionNode[]]; // there are two statements or more
  const all = others.reduce(
    (before, each) => WithNode.cloneWithExpression(before, each),
    WithNode.create(first),
  );
  const whole = db
    .getExecutor()
    .compileQuery<unknown>({ ...SelectQueryNode.create(), with: all }, createQueryId());
  nameStatement(whole.sql);
  return whole;
}

/**
 * Statements that change rows, as few as the database takes them: PostgreSQL is asked once, which costs far less. None of them
 * may need what another one does: all see the rows as they were before. They take their locks in the order that is given.
 */
export function asOne(
  db: Db,
  statements: readonly CompiledQuery<unknown>[],
): readonly CompiledQuery<unknown>[] {
  if (isSqlite(db) || statements.length < 2) return statements;
  const text = statements.map((each) => each.sql).join(';');
  let whole = wholes.get(text);
  if (!whole) {
    whole = buildWhole(db, statements);
    if (wholes.size >= maxWholes) wholes.clear();
    wholes.set(text, whole);
  }
  return [{ ...whole, parameters: lastFirst(statements).flatMap(({ parameters }) => parameters) }];
}
