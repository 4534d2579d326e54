import pg from 'pg';

/** Drops the PostgreSQL databases of a test run after it. */
export function setup(): () => Promise<void> {
  const run = String(process.pid);
  process.env['TEST_RUN'] = run;
  const drop = async () => {
    const connectionString = process.env['TEST_DATABASE_URL'];
    if (!connectionString) return;
    const client = new pg.Client({ connectionString });
    await client.connect();
    const { rows } = await client.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1)',
      [`formakte_test_${run}_`],
    );
    for (const { datname } of rows) await client.query(`drop database ${datname} with (force)`);
    await client.end();
  };
  return () =>
    drop().catch((error: unknown) => {
      process.exitCode = 1; // vitest prints an error here, but ends with 0
      throw error;
    });
}
