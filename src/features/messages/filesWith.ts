import type { UnfinishedUploads } from '#src/engine/react/uploads.ts';
import { workflowOf } from '#src/forms/portalDrafts.ts';
import { unfinishedUploads } from '#src/forms/unfinishedUploads.ts';
import type { Round } from '#src/lib/drafts.ts';
import { dropQueuedFile, filesToSend, messageFiles, type FileToSend } from '#src/lib/outbox.ts';
import { readTabChoice } from '#src/lib/storage.ts';

/** Files that go with a message which is being written: they begin to go up at once, and what has not arrived when it is sent goes up from the queue. */
export function filesWith(
  userId: string,
  tab: Round,
  returnedKey: string | undefined,
): {
  unfinished: UnfinishedUploads;
  toSend: () => Promise<FileToSend[]>;
  turns: () => readonly string[];
} {
  const kept = unfinishedUploads(
    tab,
    workflowOf(tab.form),
    readTabChoice('sharedDevice') === 'yes',
  );
  const here = new Map<string, File>(); // where the browser keeps nothing there is nothing else
  let isTaken = false;
  let turns: readonly string[] = [];
  const cameBack = async () => (returnedKey === undefined ? [] : filesToSend(userId, returnedKey));
  return {
    unfinished: {
      ...kept,
      areSentAlong: true,
      arrange: (ids) => {
        turns = ids;
      },
      async keep(upload) {
        here.set(upload.key, upload.file);
        await kept.keep(upload);
      },
      async drop(key) {
        here.delete(key);
        await kept.drop(key);
        if (returnedKey !== undefined && !isTaken) await dropQueuedFile(userId, returnedKey, key);
      },
      async list() {
        const left = await kept.list();
        const back = (await cameBack()).filter(({ key }) => !left.some((each) => each.key === key));
        return [...left, ...back.map((each) => ({ ...each, place: messageFiles }))];
      },
    },
    async toSend() {
      isTaken = true; // what arrives from now on is not in the answers: it goes once more from the queue, under the same key
      const now = [...here];
      const all = [...(await kept.list()), ...(await cameBack())].map(
        ({ key, file }) => [key, file] as const,
      );
      return [...new Map([...all, ...now])].map(([key, file]) => ({ key, file }));
    },
    turns: () => turns,
  };
}
