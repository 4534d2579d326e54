/** Every call of the contract: the server must bind each one, the API description lists them. */
import * as acceptances from './acceptances.ts';
import * as accounts from './accounts.ts';
import * as adhoc from './adhoc.ts';
import * as assistants from './assistants.ts';
import * as board from './board.ts';
import * as businessForms from './businessForms.ts';
import * as caseArchives from './caseArchives.ts';
import * as caseFiles from './caseFiles.ts';
import * as caseHistories from './caseHistories.ts';
import * as cases from './cases.ts';
import * as credentials from './credentials.ts';
import type { Endpoint } from './endpoint.ts';
import * as events from './events.ts';
import * as evidence from './evidence.ts';
import * as experts from './experts.ts';
import * as externalRequests from './externalRequests.ts';
import * as files from './files.ts';
import * as insurances from './insurances.ts';
import * as looks from './looks.ts';
import * as legalTexts from './legalTexts.ts';
import * as messages from './messages.ts';
import * as pins from './pins.ts';
import * as previews from './previews.ts';
import * as profilePictures from './profilePictures.ts';
import * as providerForms from './providerForms.ts';
import * as publicConfig from './publicConfig.ts';
import * as resumableUploads from './resumableUploads.ts';
import * as search from './search.ts';
import * as secondFactor from './secondFactor.ts';
import * as sessions from './sessions.ts';
import * as staff from './staff.ts';
import * as support from './support.ts';
import * as tasks from './tasks.ts';
import * as tiles from './tiles.ts';
import * as users from './users.ts';

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
