/** All calls of the contract. The server binds each one, and the API description lists them. */
import { IsSchema, type TSchema } from 'typebox';
import * as acceptances from './access/acceptances.ts';
import * as accounts from './accounts/accounts.ts';
import * as adhoc from './access/adhoc.ts';
import * as apiKeys from './accounts/apiKeys.ts';
import * as assistants from './forms/assistants.ts';
import * as board from './tasks/board.ts';
import * as businessForms from './forms/businessForms.ts';
import * as caseArchives from './cases/caseArchives.ts';
import * as caseFiles from './cases/caseFiles.ts';
import * as caseHistories from './cases/caseHistories.ts';
import * as caseStaff from './tasks/caseStaff.ts';
import * as cases from './cases/cases.ts';
import * as clients from './access/clients.ts';
import * as credentials from './access/credentials.ts';
import type { Endpoint } from './platform/endpoint.ts';
import * as events from './events/events.ts';
import * as erasures from './forms/erasures.ts';
import * as evidence from './forms/evidence.ts';
import * as experts from './forms/experts.ts';
import * as externalRequests from './forms/externalRequests.ts';
import * as firmNotifications from './mail/firmNotifications.ts';
import * as files from './files/files.ts';
import * as imports from './portal/imports.ts';
import * as inbox from './tasks/inbox.ts';
import * as insurances from './forms/insurances.ts';
import * as looks from './accounts/looks.ts';
import * as legalTexts from './accounts/legalTexts.ts';
import * as messages from './cases/messages.ts';
import * as providerFolders from './cases/providerFolders.ts';
import * as notifications from './mail/notifications.ts';
import * as push from './mail/push.ts';
import * as ownDetails from './access/ownDetails.ts';
import * as pins from './forms/pins.ts';
import * as previews from './files/previews.ts';
import * as programEvents from './events/programEvents.ts';
import * as profilePictures from './files/profilePictures.ts';
import * as providerForms from './forms/providerForms.ts';
import * as publicConfig from './accounts/publicConfig.ts';
import * as clientErasures from './portal/clientErasures.ts';
import * as relations from './access/relations.ts';
import * as resumableUploads from './files/resumableUploads.ts';
import * as search from './cases/search.ts';
import * as secondFactor from './access/secondFactor.ts';
import * as sessions from './access/sessions.ts';
import * as staff from './accounts/staff.ts';
import * as staffInvitations from './access/staffInvitations.ts';
import * as submissions from './forms/submissions.ts';
import * as support from './portal/support.ts';
import * as tasks from './tasks/tasks.ts';
import * as tiles from './forms/tiles.ts';
import * as users from './access/users.ts';
import * as webhooks from './mail/webhooks.ts';

/** Each domain's part of the contract. */
const resources = {
  files: [files, previews, profilePictures, resumableUploads],
  accounts: [accounts, apiKeys, legalTexts, looks, publicConfig, staff],
  mail: [firmNotifications, notifications, push, webhooks],
  forms: [
    assistants,
    businessForms,
    evidence,
    experts,
    externalRequests,
    insurances,
    pins,
    providerForms,
    submissions,
    erasures,
    tiles,
  ],
  access: [
    acceptances,
    adhoc,
    clients,
    credentials,
    ownDetails,
    relations,
    secondFactor,
    sessions,
    staffInvitations,
    users,
  ],
  cases: [caseArchives, caseFiles, caseHistories, cases, messages, providerFolders, search],
  tasks: [board, caseStaff, inbox, tasks],
  portal: [clientErasures, imports, support],
  events: [events, programEvents],
} as const;

/** A call with its name in the contract. */
export type Operation = {
  readonly name: string;
  readonly domain: keyof typeof resources;
  readonly endpoint: Endpoint;
};

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' &&
  value !== null &&
  'method' in value &&
  'path' in value &&
  'reply' in value;

const exported = Object.entries(resources).flatMap(([domain, modules]) =>
  modules.flatMap((module) =>
    Object.entries(module).map(([name, value]: [string, unknown]) => ({
      name,
      domain: domain as Operation['domain'],
      value,
    })),
  ),
);

export const operations: readonly Operation[] = exported.flatMap(({ name, domain, value }) =>
  isEndpoint(value) ? [{ name, domain, endpoint: value }] : [],
);
export const endpoints: readonly Endpoint[] = operations.map(({ endpoint }) => endpoint);

/** The shapes that the contract names. */
export const shapes: Readonly<Record<string, TSchema>> = Object.fromEntries(
  exported.flatMap(({ name, value }) => (IsSchema(value) ? [[name, value]] : [])),
);
