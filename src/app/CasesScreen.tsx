import { useMemo } from 'react';
import type { CaseViews } from '#src/features/cases/CasePane.tsx';
import { CasesPage } from '#src/features/cases/CasesPage.tsx';
import { Timeline } from '#src/features/messages/Timeline.tsx';
import type { Place } from '#src/lib/routes.ts';
import type { ShowToast } from '#src/lib/showToast.ts';

/** The cases with the messages in them: features that do not know each other. */
export function CasesScreen({ place: { params: { akteIdHash, accountId } }, showToast }: { place: Place; showToast: ShowToast }) {
  const views = useMemo<CaseViews>(() => ({
    messages: (place, isOpenForReplies) => <Timeline key={place.folder ?? place.akte} place={place} isOpenForReplies={isOpenForReplies} showToast={showToast} />,
  }), [showToast]);
  return <CasesPage selected={akteIdHash !== undefined && accountId !== undefined ? { akteIdHash, accountId } : undefined} views={views} showToast={showToast} />;
}
