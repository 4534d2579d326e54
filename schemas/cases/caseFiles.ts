import * as Type from 'typebox';
import { CaseParams } from './cases.ts';
import { Id, Line, StringEnum } from '#schemas/platform/common.ts';
import { endpoint } from '#schemas/platform/endpoint.ts';
import { caseLimits } from '#schemas/cases/limits.ts';
import { CaseFile } from './messages.ts';

/** A file of a case and its message (docs/behaviour/cases.md#files). */
export const ListedFile = Type.Object({
  ...CaseFile.properties,
  /** Folder of its message; null: no folder. */
  folderId: Type.Union([Id, Type.Null()]),
  /** Author of its message. */
  creatorName: Type.String(),
});
export type ListedFile = Type.Static<typeof ListedFile>;

/** Files of a case and its folders, newest first, then in order of attachment. */
export const CaseFiles = Type.Object({
  files: Type.Array(ListedFile),
  /** All files of the case, without the search filter. */
  totalFiles: Type.Integer(),
  /** Photos (`photoExtensions`) that match the search. */
  photoCount: Type.Integer(),
  /** Other files that match the search. */
  documentCount: Type.Integer(),
  /** Cursor of the next page; absent on the last. */
  cursor: Type.Optional(Type.String()),
});
export type CaseFiles = Type.Static<typeof CaseFiles>;

export const CaseFilesQuery = Type.Object({
  /** Kind of files; both by default. */
  Kind: Type.Optional(StringEnum(['photos', 'documents'])),
  /** Substring of the name, case-insensitive. */
  Search: Type.Optional(Line(caseLimits.maxSearchLength)),
  Size: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: caseLimits.maxFilePageSize,
      default: caseLimits.filePageSize,
    }),
  ),
  /** Cursor of the previous page, with the same Kind and Search. */
  Cursor: Type.Optional(Type.String({ maxLength: 200 })),
});
export type CaseFilesQuery = Type.Static<typeof CaseFilesQuery>;

export const listCaseFiles = endpoint({
  method: 'GET',
  path: '/v2.0/e.consult.:acc/akten/:akte/files',
  session: ['registered', 'unregistered'],
  summary:
    'Lists the files of the messages of a case and its folders, newest first: photos, documents ' +
    'or both.',
  params: CaseParams,
  query: CaseFilesQuery,
  reply: CaseFiles,
  errors: ['notFound', 'invalidInput'],
});
