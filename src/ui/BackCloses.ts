import { useEffectEvent, useLayoutEffect } from 'react';

type Entry = { key?: string; layers?: number } | null;
type Layer = { close: () => void };

/** What lies over the page, from the bottom up. */
const open: Layer[] = [];

/** For how many layers the history has an entry here. A router adds its own name of the page, which stays the same over all of them. */
const entry = (): Exclude<Entry, null> =>
  (typeof history === 'undefined' ? null : (history.state as Entry)) ?? {};
const entries = (): number => entry().layers ?? 0;

/** Where we are, to know later where a step through the history came from. */
let here = entry();

/**
 * At least as many entries as layers. One too many stays until somebody goes back over it: what has closed a layer may lead to another
 * page, as a login does, and a way back begun here could end there, or break off what the browser is loading.
 */
function settle(): void {
  for (let missing = open.length - entries(); missing > 0; missing -= 1)
    history.pushState({ ...entry(), layers: entries() + 1 }, '');
  here = entry();
}
const settleSoon = (): void => void setTimeout(settle); // several layers can come and go at once

function handlePop(event: PopStateEvent): void {
  const from = here;
  here = entry();
  settleSoon();
  if (here.key !== from.key || (!from.layers && !here.layers)) return; // another page, or a place on this one
  event.stopImmediatePropagation(); // no other page: routers need not draw it anew
  const isBack = entries() < (from.layers ?? 0);
  if (isBack && open.length === 0) history.go(-entries() - 1);
  else if (isBack) open.at(-1)?.close();
}
if (typeof window !== 'undefined') addEventListener('popstate', handlePop, { capture: true });

/** Says that the address has changed without the browser telling: a router tells its pages only. */
export const notePage = settleSoon;

/** The browser's Back closes what is mounted over the page, instead of leading to the page before. For what has no address of its own. */
export function BackCloses({ onClose }: { onClose: () => void }): null {
  const handleClose = useEffectEvent(onClose);
  useLayoutEffect(() => {
    const layer: Layer = { close: () => handleClose() };
    open.push(layer);
    settleSoon();
    return () => void open.splice(open.indexOf(layer), 1);
  }, []);
  return null;
}
