import { accessStates } from '#schemas/access/clients.ts';
import { clientParam } from '#src/routing/paths.ts';
import { useListAddress, type ListAddress } from '#src/routing/useListAddress.ts';

export const clientViews = ['all', ...accessStates] as const;
export type ClientView = (typeof clientViews)[number];

/** View, search and open client in the address. */
export const useClientsAddress = () => useListAddress(clientViews, clientParam);
export type ClientsAddress = ListAddress<ClientView>;
