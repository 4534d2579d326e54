import type { Kysely, Migration } from 'kysely';
import { buildSearchKey } from '#server/words.ts';

type NamedFiles = { files: { id: string; name: string; nameKey: string } };
const batchSize = 1_000;

/** Builds the keys of file names again, so that accents and spellings of umlauts do not matter. */
export const fileNames: Migration = {
  async up(db: Kysely<NamedFiles>) {
    for (let last: string | undefined = ''; last !== undefined;) {
      const files: { id: string; name: string }[] = await db
        .selectFrom('files')
        .select(['id', 'name'])
        .where('id', '>', last)
        .orderBy('id')
        .limit(batchSize)
        .execute();
      for (const { id, name } of files)
        await db
          .updateTable('files')
          .set({ nameKey: buildSearchKey(name) })
          .where('id', '=', id)
          .execute();
      last = files.at(-1)?.id;
    }
  },
};
