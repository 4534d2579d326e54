/** All calls of the contract. The server binds each one, and the API description lists them. */
import * as acceptances from './access/acceptances.ts';
import * as accounts from './accounts/accounts.ts';
import * as adhoc from './access/adhoc.ts';
import * as assistants from './forms/assistants.ts';
import * as board from './tasks/board.ts';
import * as businessForms from './forms/businessForms.ts';
import * as caseArchives from './cases/caseArchives.ts';
import * as caseFiles from './cases/caseFiles.ts';
import * as caseHistories from './cases/caseHistories.ts';
import * as cases from './cases/cases.ts';
import * as credentials from './access/credentials.ts';
import type { Endpoint } from './platform/endpoint.ts';
import * as events from './platform/events.ts';
import * as evidence from './forms/evidence.ts';
import * as experts from './forms/experts.ts';
import * as externalRequests from './forms/externalRequests.ts';
import * as files from './files/files.ts';
import * as insurances from './forms/insurances.ts';
import * as looks from './accounts/looks.ts';
import * as legalTexts from './accounts/legalTexts.ts';
import * as messages from './cases/messages.ts';
import * as pins from './forms/pins.ts';
import * as previews from './files/previews.ts';
import * as profilePictures from './files/profilePictures.ts';
import * as providerForms from './forms/providerForms.ts';
import * as publicConfig from './accounts/publicConfig.ts';
import * as resumableUploads from './files/resumableUploads.ts';
import * as search from './cases/search.ts';
import * as secondFactor from './access/secondFactor.ts';
import * as sessions from './access/sessions.ts';
import * as staff from './accounts/staff.ts';
import * as support from './portal/support.ts';
import * as tasks from './tasks/tasks.ts';
import * as tiles from './forms/tiles.ts';
import * as users from './access/users.ts';

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' &&
  value !== null &&
  'method' in value &&
  'path' in value &&
  'reply' in value;

export const endpoints: readonly Endpoint[] = [
  acceptances,
  accounts,
  adhoc,
  assistants,
  board,
  businessForms,
  caseArchives,
  caseFiles,
  caseHistories,
  cases,
  credentials,
  events,
  evidence,
  experts,
  externalRequests,
  files,
  insurances,
  looks,
  legalTexts,
  messages,
  pins,
  previews,
  profilePictures,
  providerForms,
  publicConfig,
  resumableUploads,
  search,
  secondFactor,
  sessions,
  staff,
  support,
  tasks,
  tiles,
  users,
]
  .flatMap((resource): unknown[] => Object.values(resource))
  .filter(isEndpoint);
