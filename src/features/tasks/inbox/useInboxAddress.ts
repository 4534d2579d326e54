import { inboxViews, type InboxView } from '#schemas/tasks/inbox.ts';
import { inboxItemParam } from '#src/routing/paths.ts';
import { useListAddress, type ListAddress } from '#src/routing/useListAddress.ts';

/** View, search and open item of the inbox in the address. */
export const useInboxAddress = () => useListAddress(inboxViews, inboxItemParam);
export type InboxAddress = ListAddress<InboxView>;
