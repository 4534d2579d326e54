import { pageFamilies, plainPagePatterns } from '#schemas/platform/webAddresses.ts';

/** Paths that the server answers itself. */
export const isOfServer = /^\/(?:api|provider|validators|dev)(?:\/|$)/;

const networkPatterns = [
  '/externalform',
  ...pageFamilies.map((family) => `/${family}`),
  ...plainPagePatterns,
];
const networkSources = networkPatterns.map((pattern) => pattern.replaceAll(/:\w+/g, '[^/]+'));

/** Pages outside the portal, which need the network: those for visitors, and without scripts. */
export const needsNetwork = new RegExp(`^(?:${networkSources.join('|')})(?:/|$)`);
