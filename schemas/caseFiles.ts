import * as Type from 'typebox';
import { CaseParams } from './cases.ts';
import { Id, StringEnum } from './common.ts';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { CaseFile } from './messages.ts';

/** A file of a case with where it came from. product.md §3, File. */
export const ListedFile = Type.Object({
  ...CaseFile.properties,
  /** The folder of its message; null: in the case itself. */
  folderId: Type.Union([Id, Type.Null()]),
  /** Who wrote the message it came with. */
  creatorName: Type.String(),
});
export type ListedFile = Type.Static<typeof ListedFile>;

/** Files of a case and its folders, newest first; those of one message as they were attached. */
export const CaseFiles = Type.Object({
  files: Type.Array(ListedFile),
  /** Of all files in the case, whatever was searched for. */
  totalFiles: Type.Integer(),
  /** Photos (`photoExtensions`) that fit the search; all of the case's without one. */
  photoCount: Type.Integer(),
  /** All other files, likewise. */
  documentCount: Type.Integer(),
  /** Leads to the next page; absent on the last. */
  cursor: Type.Optional(Type.String()),
});
export type CaseFiles = Type.Static<typeof CaseFiles>;

export const CaseFilesQuery = Type.Object({
  /** Only the tab's own (product.md §2.4); both without. */
  Kind: Type.Optional(StringEnum(['photos', 'documents'])),
  /** Any part of the name, in any case (product.md §5). */
  Search: Type.Optional(Type.String({ maxLength: limits.case.maxSearchLength })),
  Size: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: limits.case.maxFilePageSize,
      default: limits.case.filePageSize,
    }),
  ),
  /** Of the page before, with the same Kind and Search. */
  Cursor: Type.Optional(Type.String({ maxLength: 200 })),
});
export type CaseFilesQuery = Type.Static<typeof CaseFilesQuery>;

export const listCaseFiles = endpoint({
  method: 'GET',
  path: '/v2.0/e.consult.:acc/akten/:akte/files',
  tag: 'files',
  session: ['registered', 'unregistered'],
  summary:
    'Files that came with the messages of a case and its folders, newest first: photos, documents or both.',
  params: CaseParams,
  query: CaseFilesQuery,
  reply: CaseFiles,
  errors: ['notFound', 'invalidInput'],
});
