import { listAccounts } from '#schemas/accounts/accounts.ts';
import { caseLimits } from '#schemas/cases/limits.ts';
import { getCase, listCases } from '#schemas/cases/cases.ts';
import { getTimeline } from '#schemas/cases/messages.ts';
import type { AddressedCall } from '#schemas/platform/endpoint.ts';
import type { FoundPage } from '#schemas/portal/serverRender.ts';
import { listTasks } from '#schemas/tasks/tasks.ts';

const unreadCases = { Size: caseLimits.unreadOnDashboard, Unread: true };

/** Lists the calls of a case's page. Its query opens another view of the messages or a tab. */
function listCaseCalls({ params }: FoundPage, hasQuery: boolean): AddressedCall[] {
  const { akteIdHash = '', accountId: acc = '' } = params;
  const ofCase = { acc, akte: akteIdHash };
  const messages = { endpoint: getTimeline, params: ofCase, query: { Only: 'messages' } };
  return [
    { endpoint: listCases },
    { endpoint: getCase, params: ofCase },
    { endpoint: listTasks, params: { acc, akteIdHash } },
    ...(hasQuery ? [] : [messages]),
  ];
}

function listOwnCalls(page: FoundPage, hasQuery: boolean): AddressedCall[] {
  if (page.name === 'dashboard') return [{ endpoint: listCases, query: unreadCases }];
  if (page.name === 'cases') return [{ endpoint: listCases }];
  return page.name === 'selectedCase' ? listCaseCalls(page, hasQuery) : [];
}

/** Lists the calls that a page after a login makes before it shows what the user came for. */
export const listFirstCalls = (page: FoundPage, hasQuery: boolean): AddressedCall[] => [
  { endpoint: listAccounts },
  ...listOwnCalls(page, hasQuery),
];
