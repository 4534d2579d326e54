import * as Type from 'typebox';
import { CaseParams } from './cases.ts';
import { Id, IsoDateTime } from '#schemas/platform/common.ts';
import { endpoint } from '#schemas/platform/endpoint.ts';
import { caseLimits } from '#schemas/cases/limits.ts';

/** Content of `manifest.json` in a downloaded case. */
export const ArchiveManifest = Type.Object({
  format: Type.Literal('formakte-case-1'),
  createdAt: IsoDateTime,
  accountName: Type.String(),
  case: Type.Object({
    idHash: Id,
    header: Type.String(),
    aktenzeichen: Type.String(),
    aktenkurzbezeichnung: Type.String(),
  }),
  files: Type.Array(
    Type.Object({
      path: Type.String(),
      /** Original folder names, outermost first. */
      folders: Type.Array(Type.String()),
      /** bytes */
      size: Type.Integer(),
      /** hex */
      sha256: Type.String(),
      /** The answered task whose answers it holds, or whose file it is. */
      task: Type.Optional(
        Type.Object({
          workflowId: Id,
          fileId: Type.Optional(Id),
          fileName: Type.Optional(Type.String()),
        }),
      ),
      /** Original name of a message's file, which may be invalid on a disk. */
      attachment: Type.Optional(
        Type.Object({ fileId: Id, fileName: Type.String(), messageId: Id }),
      ),
    }),
  ),
});
export type ArchiveManifest = Type.Static<typeof ArchiveManifest>;

export const downloadCase = endpoint({
  method: 'GET',
  path: '/v2.0/e.consult.:acc/akten/:akte/download',
  session: ['registered', 'unregistered'],
  summary:
    'Downloads the whole case as a zip: messages as text, their files by folder, answered tasks ' +
    'as PDF with their files, the history, and manifest.json with a SHA-256 of each. Reads the ' +
    'messages it contains. An interrupted download has no zip directory, so it cannot pass for ' +
    'a complete one.',
  params: CaseParams,
  answers: 'zip',
  reply: Type.Unknown(),
  errors: ['notFound', 'tooManyRequests'],
  callsPerMinute: caseLimits.downloadsPerMinute,
});
