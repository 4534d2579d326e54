import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { databaseLimits } from '#server/db/limits.ts';
import type { Schema } from './schema.ts';

const maxNamedStatements = 500;

/** Statements with more parameters are lists of any length: too many different texts to name. */
const maxNamedParameters = 30;
const statementNames = new Map<string, string>();

/** Returns the name under which a connection keeps a statement's plan, or none. */
function getStatementName(text: string, parameters: number): { name?: string } {
  if (parameters === 0 || parameters > maxNamedParameters) return {};
  const known = statementNames.get(text);
  if (known !== undefined) return { name: known };
  if (statementNames.size >= maxNamedStatements) return {};
  const name = `statement${statementNames.size}`;
  statementNames.set(text, name);
  return { name };
}

/** PostgreSQL's "cached plan must not change result type": another process changed the table. */
const outdatedPlan = '0A000';

/** An error that PostgreSQL did not send (timeout, broken socket) leaves an unknown state. */
const isConnectionUnusable = (error: unknown): boolean =>
  !(error instanceof pg.DatabaseError) || error.code === outdatedPlan;

/** Takes a connection that names its statements and is closed on release once it is unusable. */
async function connect(pool: pg.Pool): Promise<Pick<PostgresPoolClient, 'query' | 'release'>> {
  const client = await pool.connect();
  let isUnusable = false;
  async function query(text: string, values: readonly unknown[]) {
    const statement = { text, values: [...values], ...getStatementName(text, values.length) };
    const result = await client.query(statement).catch((error: unknown) => {
      isUnusable ||= isConnectionUnusable(error);
      throw error;
    });
    // PostgreSQL answers COMMIT with ROLLBACK if a statement had failed before.
    if (text === 'commit' && result.command !== 'COMMIT')
      throw new Error('The transaction was rolled back');
    return result;
  }
  return {
    query: query as unknown as PostgresPoolClient['query'],
    release: () => client.release(isUnusable),
  };
}

/** Opens a pool of connections to PostgreSQL. `onError` gets the cause of each broken connection. */
export function openPostgres(
  connectionString: string,
  onError: (error: unknown) => void,
): Kysely<Schema> {
  // Counts are bigint, which pg returns as text. All of them are safe integers.
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  const pool = new pg.Pool({
    connectionString,
    connectionTimeoutMillis: databaseLimits.connectMs,
    statement_timeout: databaseLimits.statementMs,
    // A firewall may drop an idle connection without a message to either side.
    query_timeout: databaseLimits.answerMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: databaseLimits.silenceMs,
  });
  // Without a listener the error of a broken idle connection would end the process.
  pool.on('error', onError).on('connect', (client) => client.on('error', onError));
  const namedStatements: PostgresPool = { connect: () => connect(pool), end: () => pool.end() };
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool: namedStatements }) });
}
