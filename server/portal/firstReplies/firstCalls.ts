import { listAccounts } from '#schemas/accounts/accounts.ts';
import { caseLimits } from '#schemas/cases/limits.ts';
import { getCase, listCases } from '#schemas/cases/cases.ts';
import { getTimeline } from '#schemas/cases/messages.ts';
import type { AddressedCall } from '#schemas/platform/endpoint.ts';
import { listTasks } from '#schemas/tasks/tasks.ts';

const unreadCases = { Size: caseLimits.unreadOnDashboard, Unread: true };
const casePath = /^\/akten\/([\w-]+)\/accounts\/([\w-]+)$/;

/** Lists the calls of a case's page. Its query opens another view of the messages or a tab. */
function listCaseCalls(akte: string, acc: string, hasQuery: boolean): AddressedCall[] {
  const messages = { endpoint: getTimeline, params: { acc, akte }, query: { Only: 'messages' } };
  return [
    { endpoint: listCases },
    { endpoint: getCase, params: { acc, akte } },
    { endpoint: listTasks, params: { acc, akteIdHash: akte } },
    ...(hasQuery ? [] : [messages]),
  ];
}

function listOwnCalls(path: string, hasQuery: boolean): AddressedCall[] {
  if (path === '/dashboard') return [{ endpoint: listCases, query: unreadCases }];
  if (path === '/akten') return [{ endpoint: listCases }];
  const [, akte, acc] = casePath.exec(path) ?? [];
  return akte && acc ? listCaseCalls(akte, acc, hasQuery) : [];
}

/** Lists the calls that a page after a login makes before it shows what the user came for. */
export const listFirstCalls = (path: string, hasQuery: boolean): AddressedCall[] => [
  { endpoint: listAccounts },
  ...listOwnCalls(path, hasQuery),
];
