import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { useTimelineInfiniteQuery, type TimelineView } from '#src/api/cases/timeline.ts';
import { messageParams } from '#src/routing/paths.ts';
import type { TimelineRef } from '#src/device/timelineRef.ts';
import { buildRows, type Row } from './rows.ts';
import { useQueued } from './useQueued.ts';

/** The message in the address, and the navigation that asked for it. */
function useWanted(): { id: string; visit: string } | undefined {
  const [query] = useSearchParams();
  const { key } = useLocation();
  const id = messageParams.map((name) => query.get(name)).find((each) => each !== null);
  return id == null ? undefined : { id, visit: `${key} ${id}` };
}

/** Loaded pages, and the navigation that loaded them. */
type Opened = { view: Pick<TimelineView, 'around' | 'visit'>; soughtAt: string | undefined };

/** Keeps the line of new messages until all are read and more arrive. */
type Line = { at: string; isDone: boolean };

/** Returns the timeline's rows. A message that is not loaded is loaded with its neighbours. */
export function useTimeline(place: TimelineRef, unreadCount?: number) {
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
  const rows: readonly Row[] | undefined = pages && buildRows(pages, queued, line?.at, unreadCount);
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
    firstUnread: unread,
    isAtNewest: !query.hasPreviousPage,
    /** Row to scroll to. The list confirms with `onReached`. */
    target: target === undefined || target < 0 ? undefined : target,
    onReached: () => setReached(sought?.visit),
    /** The message in the address does not exist here. */
    isGone: sought !== undefined && query.error !== undefined && opened.soughtAt === sought.visit,
    showNewest: () => {
      setReached(wanted?.visit);
      setOpened({ view: { visit: opened.view.visit + 1 }, soughtAt: wanted?.visit });
    },
  };
}
