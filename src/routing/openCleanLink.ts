import { cleanLink } from '#schemas/platform/cleanLink.ts';

/**
 * Replaces the address of a link that a mail program has changed. The server has redirected it
 * before, unless the page comes from another server, as in development.
 */
export function openCleanLink(): void {
  const clean = cleanLink(location.pathname + location.search);
  if (clean !== undefined) history.replaceState(history.state, '', clean + location.hash);
}
