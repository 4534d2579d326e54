import type { Deps } from '#server/deps.ts';

/** Lists the tables with this text in any row, also in SQLite's index of words. */
export async function findText({ db }: Pick<Deps, 'db'>, text: string): Promise<string[]> {
  const tables = await db.introspection.getTables();
  const found = await Promise.all(
    tables.map(async ({ name }) => {
      const rows = await db
        .selectFrom(name as 'users')
        .selectAll()
        .execute();
      const values: unknown[] = rows.flatMap((row) => Object.values(row));
      const isFound = values.some((value) =>
        (value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value))
          .toLowerCase()
          .includes(text.toLowerCase()),
      );
      return isFound ? [name] : [];
    }),
  );
  return found.flat().sort();
}

export async function countBlobs({ blobStore }: Pick<Deps, 'blobStore'>): Promise<number> {
  let count = 0;
  for await (const keys of blobStore.list(new Date(8.64e15))) count += keys.length;
  return count;
}
