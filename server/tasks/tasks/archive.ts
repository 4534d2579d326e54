import { Readable } from 'node:stream';
import type { Language } from '#schemas/platform/common.ts';
import { localize } from '#schemas/platform/common.ts';
import { getLetterhead } from '#server/accounts/accounts/service.ts';
import type { TaskFile } from '#server/cases/caseArchives/service.ts';
import type { Deps } from '#server/deps.ts';
import { listFilesOfSubmission } from '#server/files/files/service.ts';
import { readEvidence, writeEvidencePdf } from '#server/forms/evidence/service.ts';
import { getTexts } from '#server/texts.ts';
import * as repository from './repository.ts';

/** Lists the answers of a case's tasks as PDF and their files, up to an instant. */
export async function* listTaskFiles(
  deps: Deps,
  {
    accountId,
    caseId,
    language,
    until,
  }: { accountId: string; caseId: string; language: Language; until: string },
): AsyncGenerator<TaskFile> {
  const { db, blobStore } = deps;
  for (const { workflowKey, name, answeredAt } of await repository.listReleased(db, caseId)) {
    if (answeredAt === null || answeredAt > until) continue;
    const submission = await repository.findSubmission(db, workflowKey);
    if (!submission) continue;
    const taskName = localize(name, language);
    const modifiedAt = new Date(answeredAt);
    yield {
      taskName,
      fileName: `${getTexts(language)('archive.answers', {})}.pdf`,
      task: { workflowId: workflowKey },
      modifiedAt,
      isCompressed: false,
      open: async () =>
        Readable.from([
          await writeEvidencePdf(
            await readEvidence(db, accountId, submission.id),
            await getLetterhead(deps, { accountId }),
          ),
        ]),
    };
    for (const file of await listFilesOfSubmission(db, submission.id))
      yield {
        taskName,
        fileName: file.name,
        task: { workflowId: workflowKey, fileId: file.id, fileName: file.name },
        sha256: file.sha256,
        modifiedAt,
        isCompressed: false,
        size: file.size,
        open: () => blobStore.get(file.blobKey),
      };
  }
}
