import type { FastifyRequest } from 'fastify';
import type { PostedValues } from '#src/engine/core/answers/mergePosted.ts';
import { parseAddress, type FieldAddress } from '#src/engine/core/fieldAddress.ts';
import type { FileRow, WorkflowRow } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { storeFormFile } from '#server/files/files/service.ts';
import { postedLimits } from '#server/forms/limits.ts';
import {
  describeProblem,
  readLanguage,
  readParts,
  type PostedParts,
} from '#server/forms/postedPages/service.ts';
import { logVirus } from '#server/http/errors.ts';
import { ProblemError } from '#server/problem.ts';
import { getUploadRules } from './service.ts';

/** A form's page as a browser has posted it. */
export type PostedBody = PostedParts & {
  /** Stored files by the address of their element. */
  files: ReadonlyMap<FieldAddress, readonly FileRow[]>;
  /** Sentences about files that were refused, by the address of their element. */
  refused: ReadonlyMap<FieldAddress, string>;
};

const limits = {
  files: postedLimits.maxFiles,
  fields: postedLimits.maxFields,
  parts: postedLimits.maxFields + postedLimits.maxFiles,
  fieldSize: postedLimits.maxFieldBytes,
};

type FindWorkflow = (values: PostedValues) => Promise<WorkflowRow>;

/**
 * Reads a posted page and stores its files. `findWorkflow` gets the fields before the first file
 * and returns the workflow that owns the files.
 */
export async function readPosted(
  deps: Deps,
  request: FastifyRequest,
  findWorkflow: FindWorkflow,
): Promise<PostedBody> {
  const files = new Map<FieldAddress, FileRow[]>();
  const refused = new Map<FieldAddress, string>();
  const parts = await readParts(request, limits, async (part, values, hash) => {
    const address = part.fieldname;
    const language = readLanguage(values);
    try {
      const workflow = await findWorkflow(values);
      const { elementId } = parseAddress(address);
      const file = await storeFormFile(deps, part, workflow, () =>
        getUploadRules(deps, workflow.key, elementId, language),
      );
      hash.update(`${address} ${file.name} ${file.sha256}`);
      files.set(address, [...(files.get(address) ?? []), file]);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      part.file.resume(); // the next parts follow it
      logVirus(request, error);
      const sentence = `${part.filename}: ${describeProblem(error, language)}`;
      refused.set(address, [refused.get(address), sentence].filter(Boolean).join(' '));
    }
  });
  return { ...parts, files, refused };
}
