import { useEffectEvent, useLayoutEffect } from 'react';

type Entry = { key?: string; layers?: number } | null;
type Layer = { close: () => void };

/** What lies over the page, from the bottom up. */
const open: Layer[] = [];
let isReturning = false;
let pageKey: string | undefined;

/** For how many layers the history has an entry here. A router adds its own name of the page, which stays the same over all of them. */
const entry = (): Exclude<Entry, null> => (history.state as Entry) ?? {};
const entries = (): number => entry().layers ?? 0;

/** As many entries as layers: one that is missing is added, one too many is left. */
function settle(): void {
  if (isReturning) return;
  const more = open.length - entries();
  if (more < 0) {
    isReturning = true;
    history.go(more);
  }
  for (let added = 0; added < more; added += 1) history.pushState({ ...entry(), layers: entries() + 1 }, '');
  pageKey = entry().key;
}
const settleSoon = (afterMs = 0): void => void setTimeout(settle, afterMs); // several layers can come and go at once
/** What has closed a layer may lead to another page, as a login does: were the way back begun before, it would end there. */
const leadsElsewhereWithinMs = 100;

function handlePop(event: PopStateEvent): void {
  if (open.length === 0 && entries() === 0 && !isReturning) return;
  if ((event.state as Entry)?.key === pageKey) event.stopImmediatePropagation(); // no other page: routers need not draw it anew
  if (!isReturning && open.length > entries()) open.at(-1)?.close();
  isReturning = false;
  settleSoon();
}
if (typeof window !== 'undefined') addEventListener('popstate', handlePop, { capture: true });

/** The browser's Back closes what is mounted over the page, instead of leading to the page before. For what has no address of its own. */
export function BackCloses({ onClose }: { onClose: () => void }): null {
  const handleClose = useEffectEvent(onClose);
  useLayoutEffect(() => {
    const layer: Layer = { close: () => handleClose() };
    open.push(layer);
    settleSoon();
    return () => {
      open.splice(open.indexOf(layer), 1);
      settleSoon(leadsElsewhereWithinMs);
    };
  }, []);
  return null;
}
