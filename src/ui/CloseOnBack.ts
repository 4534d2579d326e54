import { useEffectEvent, useLayoutEffect } from 'react';

type Entry = { key?: string; layers?: number } | null;
type Layer = { close: () => void };

/** Open layers from bottom to top. */
const open: Layer[] = [];

/**
 * Reads the number of layers with a history entry. A router's key stays the same over all of them.
 */
const entry = (): Exclude<Entry, null> =>
  (typeof history === 'undefined' ? null : (history.state as Entry)) ?? {};
const entries = (): number => entry().layers ?? 0;

/** The entry before a popstate, to detect its direction. */
let here = entry();

/**
 * Adds history entries until there are as many as layers. A surplus entry stays until the user goes
 * back over it: closing a layer may start a navigation, which a programmatic Back would cancel.
 */
function settle(): void {
  for (let missing = open.length - entries(); missing > 0; missing -= 1)
    history.pushState({ ...entry(), layers: entries() + 1 }, '');
  here = entry();
}
const settleSoon = (): void => void setTimeout(settle); // several layers can open and close at once

function handlePop(event: PopStateEvent): void {
  const from = here;
  here = entry();
  settleSoon();
  // another page, or an anchor on this one
  if (here.key !== from.key || (!from.layers && !here.layers)) return;
  event.stopImmediatePropagation(); // the same page: routers need no update
  const isBack = entries() < (from.layers ?? 0);
  if (isBack && open.length === 0) history.go(-entries() - 1);
  else if (isBack) open.at(-1)?.close();
}
if (typeof window !== 'undefined') addEventListener('popstate', handlePop, { capture: true });

/** To be called after each navigation of the router, which fires no popstate. */
export const syncHistoryLayers = settleSoon;

/**
 * Closes its parent on the browser's Back instead of leaving the page. For layers without an
 * address.
 */
export function CloseOnBack({ onClose }: { onClose: () => void }): null {
  const handleClose = useEffectEvent(onClose);
  useLayoutEffect(() => {
    const layer: Layer = { close: () => handleClose() };
    open.push(layer);
    settleSoon();
    return () => void open.splice(open.indexOf(layer), 1);
  }, []);
  return null;
}
