import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { useTimelineInfiniteQuery, type TimelineView } from '#src/api/messages.ts';
import { messageParams } from '#src/lib/paths.ts';
import type { TimelinePlace } from '#src/lib/timelinePlace.ts';
import { rowsOf, type Row } from './rows.ts';
import { useQueued } from './useQueued.ts';

/** A message that the address asks for, once for each time that somebody follows such a link. */
function useWanted(): { id: string; visit: string } | undefined {
  const [query] = useSearchParams();
  const { key } = useLocation();
  const id = messageParams.map((name) => query.get(name)).find((each) => each !== null);
  return id == null ? undefined : { id, visit: `${key} ${id}` };
}

/** What is loaded, and the visit of the address that it was loaded for. */
type Opened = { view: Pick<TimelineView, 'around' | 'visit'>; soughtAt: string | undefined };

/** Stands where reading went on until all below it has been read and more has come. */
type Line = { at: string; isDone: boolean };

/** The messages of a place as rows, and the way to each of them: what is not loaded is loaded around the one that is looked for. */
export function useTimeline(place: TimelinePlace) {
  const wanted = useWanted();
  const [opened, setOpened] = useState<Opened>({
    view: { visit: 0, ...(wanted ? { around: wanted.id } : {}) },
    soughtAt: wanted?.visit,
  });
  const [reached, setReached] = useState<string>();
  const query = useTimelineInfiniteQuery({ ...place, ...opened.view });
  const queued = useQueued(place);
  const [line, setLine] = useState<Line>();
  const pages = query.currentData?.pages;
  const unread = pages?.find((page) => page.firstUnread !== null)?.firstUnread?.id;
  const rows: readonly Row[] | undefined = pages && rowsOf(pages, queued, line?.at);
  const left = rows?.flatMap((row) => ('newFrom' in row ? (row.newFrom ?? []) : []))[0];
  if (unread !== undefined && (!line || (line.isDone && left !== 0 && unread !== line.at)))
    setLine({ at: unread, isDone: false });
  else if (line && left === 0 && !line.isDone) setLine({ ...line, isDone: true });

  const sought = wanted && wanted.visit !== reached ? wanted : undefined;
  const target =
    sought && rows?.findIndex((row) => 'message' in row && row.message.id === sought.id);
  if (sought && target === -1 && opened.soughtAt !== sought.visit)
    setOpened({
      view: { around: sought.id, visit: opened.view.visit + 1 },
      soughtAt: sought.visit,
    });

  return {
    ...query,
    rows,
    queued,
    isAtNewest: !query.hasPreviousPage,
    /** Where to lead the reader now; to be confirmed by `onReached`. */
    target: target === undefined || target < 0 ? undefined : target,
    onReached: () => setReached(sought?.visit),
    /** What was looked for is not here, or not any more. */
    isGone: sought !== undefined && query.error !== undefined && opened.soughtAt === sought.visit,
    showNewest: () => {
      setReached(wanted?.visit);
      setOpened({ view: { visit: opened.view.visit + 1 }, soughtAt: wanted?.visit });
    },
  };
}
