import { lazy, Suspense, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { CaseViews } from '#src/features/cases/CasePane.tsx';
import { CasesPage } from '#src/features/cases/CasesPage.tsx';
import { CaseSearch } from '#src/features/search/CaseSearch.tsx';
import { MessageHits } from '#src/features/search/MessageHits.tsx';
import { Queued } from '#src/features/messages/Queued.tsx';
import { Timeline } from '#src/features/messages/Timeline.tsx';
import { TaskTab } from '#src/features/tasks/TaskTab.tsx';
import { fileParam } from '#src/lib/paths.ts';
import type { Place } from '#src/lib/routes.ts';
import type { ShowToast } from '#src/lib/showToast.ts';

const CaseGallery = lazy(async () => ({
  default: (await import('#src/gallery/CaseGallery.tsx')).CaseGallery,
}));

/** The cases with the messages in them: features that do not know each other. */
export function CasesScreen({
  place: {
    params: { akteIdHash, accountId },
  },
  showToast,
  hasBrand,
}: {
  place: Place;
  showToast: ShowToast;
  hasBrand: boolean;
}) {
  const views = useMemo<CaseViews>(
    () => ({
      messages: (place, isOpenForReplies, holding) => (
        <Timeline
          key={place.folder ?? place.akte}
          place={place}
          isOpenForReplies={isOpenForReplies}
          holding={holding}
          showToast={showToast}
        />
      ),
      queued: (place, isOpenForReplies) => (
        <Queued place={place} isOpenForReplies={isOpenForReplies} showToast={showToast} />
      ),
      tasks: ({ acc, akte }) => <TaskTab acc={acc} akte={akte} showToast={showToast} />,
      search: (place, addressOf) => (
        <CaseSearch within={{ acc: place.acc, akte: place.akte }} addressOf={addressOf} />
      ),
      hits: (search, addressOf) => <MessageHits search={search} addressOf={addressOf} />,
    }),
    [showToast],
  );
  const [query] = useSearchParams();
  const fileId = query.get(fileParam);
  const selected =
    akteIdHash !== undefined && accountId !== undefined ? { akteIdHash, accountId } : undefined;
  return (
    <>
      <CasesPage selected={selected} views={views} hasPlugin={hasBrand} showToast={showToast} />
      {selected && fileId !== null && (
        <Suspense>
          <CaseGallery acc={selected.accountId} akte={selected.akteIdHash} fileId={fileId} />
        </Suspense>
      )}
    </>
  );
}
