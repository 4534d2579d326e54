import { useCallback } from 'react';
import { CasesPage } from '#src/features/cases/CasesPage.tsx';
import { Timeline } from '#src/features/messages/Timeline.tsx';
import type { Place } from '#src/lib/routes.ts';
import type { ShowToast } from '#src/lib/showToast.ts';

type TimelinePlace = { acc: string; akte: string; folder?: string };

/** The cases with the messages in them: features that do not know each other. */
export function CasesScreen({ place: { params: { akteIdHash, accountId } }, showToast }: { place: Place; showToast: ShowToast }) {
  const timeline = useCallback((place: TimelinePlace, isOpenForReplies: boolean) => <Timeline key={place.folder ?? place.akte} place={place} isOpenForReplies={isOpenForReplies} showToast={showToast} />, [showToast]);
  return <CasesPage selected={akteIdHash !== undefined && accountId !== undefined ? { akteIdHash, accountId } : undefined} timeline={timeline} />;
}
