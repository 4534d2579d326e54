import { useIntl } from 'react-intl';
import { usePageTitle } from '#src/routing/usePageTitle.ts';
import { accountsApi, countUnread } from './accounts.ts';

/**
 * Sets the title of a page after the login: unread messages, page and firm. Without an account it
 * names the only firm, or the portal if there are several.
 */
export function usePortalTitle(page: string, accountId?: string): void {
  const intl = useIntl();
  const accounts = accountsApi.endpoints.listAccounts.useQueryState().data?.accounts ?? [];
  const unread = countUnread(accounts);
  const account =
    accountId === undefined && accounts.length === 1
      ? accounts[0]
      : accounts.find(({ id }) => id === accountId);
  const company = account?.name ?? intl.formatMessage({ id: 'app.name' }).replaceAll('\u00ad', '');
  usePageTitle(intl.formatMessage({ id: 'page.title' }, { unread, page, company }));
}
