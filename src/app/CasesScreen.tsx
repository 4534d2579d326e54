import { useMemo } from 'react';
import type { CaseViews } from '#src/features/cases/CasePane.tsx';
import { CasesPage } from '#src/features/cases/CasesPage.tsx';
import { CaseSearch } from '#src/features/search/CaseSearch.tsx';
import { MessageHits } from '#src/features/search/MessageHits.tsx';
import { Timeline } from '#src/features/messages/Timeline.tsx';
import type { Place } from '#src/lib/routes.ts';
import type { ShowToast } from '#src/lib/showToast.ts';

/** The cases with the messages in them: features that do not know each other. */
export function CasesScreen({ place: { params: { akteIdHash, accountId } }, showToast }: { place: Place; showToast: ShowToast }) {
  const views = useMemo<CaseViews>(() => ({
    messages: (place, isOpenForReplies) => <Timeline key={place.folder ?? place.akte} place={place} isOpenForReplies={isOpenForReplies} showToast={showToast} />,
    search: (place, addressOf) => <CaseSearch within={{ acc: place.acc, akte: place.akte }} addressOf={addressOf} />,
    hits: (search, addressOf) => <MessageHits search={search} addressOf={addressOf} />,
  }), [showToast]);
  return <CasesPage selected={akteIdHash !== undefined && accountId !== undefined ? { akteIdHash, accountId } : undefined} views={views} showToast={showToast} />;
}
