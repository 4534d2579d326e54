import * as Type from 'typebox';
import { GivenLine, Id } from '#schemas/platform/common.ts';
import { endpoint, officeRoles } from '#schemas/platform/endpoint.ts';
import { caseLimits } from '#schemas/cases/limits.ts';

// Folders of a case in the provider API.

const FolderName = GivenLine(caseLimits.maxFolderNameLength);

export const FolderInput = Type.Object(
  { name: FolderName, parentId: Type.Optional(Id) },
  { additionalProperties: false },
);
export type FolderInput = Type.Static<typeof FolderInput>;

export const ProviderFolder = Type.Object({
  folderId: Id,
  parentId: Type.Union([Id, Type.Null()]),
  name: Type.String(),
});

const ProviderCaseParams = Type.Object({ caseId: Id });

export const createFolder = endpoint({
  method: 'POST',
  path: '/provider/v1/cases/:caseId/folders',
  session: ['provider'],
  scopes: ['cases'],
  staff: officeRoles,
  summary:
    'Creates a folder in the case or in one of its folders. A retry with the same Idempotency-Key ' +
    'returns the first response.',
  params: ProviderCaseParams,
  body: FolderInput,
  reply: ProviderFolder,
  errors: ['notFound', 'invalidInput', 'conflict'],
  takesIdempotencyKey: true,
});

const ProviderFolderParams = Type.Object({ caseId: Id, folderId: Id });

export const renameFolder = endpoint({
  method: 'PUT',
  path: '/provider/v1/cases/:caseId/folders/:folderId',
  session: ['provider'],
  scopes: ['cases'],
  staff: officeRoles,
  summary: 'Renames a folder.',
  params: ProviderFolderParams,
  body: Type.Object({ name: FolderName }, { additionalProperties: false }),
  reply: ProviderFolder,
  errors: ['notFound', 'invalidInput'],
});

export const withdrawFolder = endpoint({
  method: 'DELETE',
  path: '/provider/v1/cases/:caseId/folders/:folderId',
  session: ['provider'],
  scopes: ['cases'],
  staff: officeRoles,
  summary: 'Stops sharing a folder with everything in it. This cannot be undone.',
  params: ProviderFolderParams,
  reply: Type.Object({ withdrawn: Type.Boolean() }),
  errors: ['notFound'],
});
