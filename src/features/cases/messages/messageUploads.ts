import type { UnfinishedUploads } from '#src/engine/react/services/uploads.ts';
import { getWorkflow } from '#src/forms/portalDrafts.ts';
import { unfinishedUploads } from '#src/forms/unfinishedUploads.ts';
import type { Round } from '#src/device/indexedDb/draftStorage.ts';
import {
  deleteQueuedFile,
  getFilesToSend,
  messageFiles,
  type FileToSend,
} from '#src/device/indexedDb/messageQueue.ts';
import { readTabChoice } from '#src/device/storage.ts';

/** Uploads files while the message is written. The queue uploads the rest after sending. */
export function createMessageUploads(
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
    getWorkflow(tab.form),
    readTabChoice('sharedDevice') === 'yes',
  );
  const here = new Map<string, File>(); // without browser storage only the answers have them
  let isTaken = false;
  let turns: readonly string[] = [];
  const cameBack = async () =>
    returnedKey === undefined ? [] : getFilesToSend(userId, returnedKey);
  return {
    unfinished: {
      ...kept,
      canFinishAfterSubmit: true,
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
        if (returnedKey !== undefined && !isTaken) await deleteQueuedFile(userId, returnedKey, key);
      },
      async list() {
        const left = await kept.list();
        const back = (await cameBack()).filter(({ key }) => !left.some((each) => each.key === key));
        return [...left, ...back.map((each) => ({ ...each, place: messageFiles }))];
      },
    },
    async toSend() {
      // the queue sends a file that arrives later again, with the same idempotency key
      isTaken = true;
      const now = [...here];
      const all = [...(await kept.list()), ...(await cameBack())].map(
        ({ key, file }) => [key, file] as const,
      );
      return [...new Map([...all, ...now])].map(([key, file]) => ({ key, file }));
    },
    turns: () => turns,
  };
}
