import { styled } from '@linaria/react';
import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type CSSProperties,
  type ReactNode,
} from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useNavigate } from 'react-router-dom';
import { canReply, listPathToFolder } from '#schemas/cases/cases.rules.ts';
import type { CaseSummary } from '#schemas/cases/cases.ts';
import { countOpen, getMsUntilExpiry } from '#schemas/tasks/tasks.rules.ts';
import { usePortalTitle } from '#src/api/accounts/usePortalTitle.ts';
import { useGetCaseQuery } from '#src/api/cases/cases.ts';
import { hasReason } from '#src/api/client/errors.ts';
import { useListTasksQuery } from '#src/api/tasks/tasks.ts';
import { isKnownClosed } from '#src/device/closedCases.ts';
import { paths } from '#src/routing/paths.ts';
import type { Holding, TimelineRef } from '#src/device/timelineRef.ts';
import { useActivationRedirect } from '#src/api/client/useActivationRedirect.ts';
import { useNow } from '#src/locale/useMoment.ts';
import { Failure, Loading } from '#src/forms/Failure.tsx';
import { Note } from '#src/ui/Note.tsx';
import { BackLink } from './BackLink.tsx';
import { CaseHead } from './CaseHead.tsx';
import { CaseOverview } from './CaseOverview.tsx';
import { CaseSidebar } from './CaseSidebar.tsx';
import { panelId, tabId } from './CaseTabs.tsx';
import {
  computeLayout,
  listTabs,
  useCaseView,
  type CaseLayout,
  type CaseTab,
} from '#src/features/cases/caseView.ts';
import { DetailsButton } from './DetailsButton.tsx';
import { DownloadCaseButton } from './DownloadCaseButton.tsx';
import { PhoneChips, PhoneView } from './PhoneViews.tsx';
import { SearchButton } from './SearchButton.tsx';
import { Queued } from '#src/features/cases/messages/Queued.tsx';
import { Timeline } from '#src/features/cases/messages/Timeline.tsx';
import { TaskTab } from '#src/features/tasks/tasks/TaskTab.tsx';
import { useCaseWidth } from '#src/features/cases/useCaseWidth.ts';
import { toast } from '#src/ui/toast.ts';
import { useCaseTitle } from './useCaseTitle.ts';
import { useParentPath } from './useParentPath.ts';

const Pane = styled.section`
  display: grid;
  grid-template: auto minmax(0, 1fr) / minmax(0, 1fr);
  min-height: 0;
  margin: 0 0.75rem 0.75rem 0;
  background: var(--surface);
  border: 1px solid var(--border);
  border-radius: var(--r-lg);
  box-shadow: var(--shadow-1);
  overflow: clip;
  &[data-beside] {
    grid-template-columns: minmax(0, 1fr) 19.5rem;
  }
  @media (max-width: 767px) {
    margin: 0;
    border: 0;
    border-radius: 0;
    box-shadow: none;
  }
  @media print {
    border: 0;
    box-shadow: none;
    display: block;
    overflow: visible;
  }
`;
const Body = styled.div`
  grid-area: 2 / 1;
  display: flex;
  flex-direction: column;
  min-width: 0;
  min-height: 0;
  > :last-child {
    flex: 1;
    min-height: 0;
  }
  > [role='alert'],
  > [role='status'] {
    flex: none;
    margin: var(--s-6);
  }
  @media (max-width: 767px) {
    > [role='alert'],
    > [role='status'] {
      margin: var(--s-5) var(--gutter) var(--s-3);
    }
  }
  @media print {
    display: block;
  }
`;
const Waiting = styled.header`
  display: flex;
  align-items: center;
  padding: var(--s-5) var(--s-6);
  border-bottom: 1px solid var(--border);
  > h1 {
    font-size: 1.75rem;
  }
  @media (max-width: 767px) {
    padding: 0.35rem 0.4rem;
    > h1 {
      font-size: var(--text-lg);
    }
  }
`;
const Service = styled.div`
  flex: none;
  padding: var(--s-4) var(--s-6) 0;
  @media (max-width: 767px) {
    padding: var(--s-3) var(--gutter) 0;
  }
`;

/** Returns the unread count and the newest message of the case itself, or of one of its folders. */
function getNews(shown: CaseSummary, folder: string | undefined) {
  const { totalUnreadMessage = 0, lastMessageDate = null } =
    folder === undefined ? shown.rootInfo : (listPathToFolder(shown.folders, folder).at(-1) ?? {});
  return { unread: totalUnreadMessage, until: lastMessageDate };
}

/** Returns the text that says who may write in a service case, a closed or an ended one. */
function getNotice(shown: CaseSummary) {
  if (shown.endedDate !== null) return 'cases.ended.notice';
  if (shown.closedDate !== null) return 'cases.closed.notice';
  return canReply(shown) ? 'cases.service.open' : 'cases.service.readOnly';
}

function Messages({
  shown,
  place,
  holding,
}: {
  shown: CaseSummary;
  place: TimelineRef;
  holding: Holding;
}) {
  return (
    <>
      {(shown.serviceAkte || shown.closedDate !== null || shown.endedDate !== null) && (
        <Service>
          <Note>
            <p>
              <FormattedMessage id={getNotice(shown)} values={{ name: shown.accountName }} />
            </p>
          </Note>
        </Service>
      )}
      <Timeline
        key={place.folder ?? place.akte}
        place={place}
        isOpenForReplies={canReply(shown)}
        holding={holding}
        news={getNews(shown, place.folder)}
      />
    </>
  );
}

/** Leaves a case or folder that is no longer shared, and shows a toast. */
function useLeaveWhenGone({
  isGone,
  name,
  to,
  unknown,
}: {
  isGone: boolean;
  name: string | undefined;
  to: string;
  unknown: 'cases.gone' | 'cases.folderGone';
}): void {
  const navigate = useNavigate();
  const leave = useEffectEvent(() => {
    toast({
      level: 'warning',
      text: name === undefined ? { id: unknown } : { id: 'cases.noMoreShared', values: { name } },
    });
    void navigate(to, { replace: true });
  });
  useEffect(() => {
    if (isGone) leave();
  }, [isGone]);
}

/** Keeps the name of the open folder after the folder was removed. */
function useFolderName(
  folder: string | undefined,
  current: string | undefined,
): string | undefined {
  const [known, setKnown] = useState<{ folder: string | undefined; name: string }>();
  if (current !== undefined && (known?.folder !== folder || known?.name !== current))
    setKnown({ folder, name: current });
  return current ?? (known?.folder === folder ? known?.name : undefined);
}

/** Moves the focus to the case's heading when the pressed element was removed with its view. */
function useFocusAfter(view: string): void {
  const last = useRef(view);
  useEffect(() => {
    if (last.current === view) return;
    last.current = view;
    if (document.activeElement === document.body)
      document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  }, [view]);
}

/** Badge of the task tab. It shows no count while tasks load or after they failed. */
function useTaskBadge(
  { accountId, idHash }: CaseSummary,
  tab: CaseTab,
): { isAny: boolean; open: number } {
  const { data } = useListTasksQuery({ params: { acc: accountId, akteIdHash: idHash } });
  const tasks = data?.workflows ?? [];
  const now = useNow((at) => getMsUntilExpiry(tasks, at));
  return { isAny: tasks.length > 0 || (!data && tab === 'tasks'), open: countOpen(tasks, now) };
}

/** Path parameters of the timeline of a case, or of one of its folders. */
const toTimelineRef = (acc: string, akte: string, folder: string | undefined): TimelineRef => ({
  acc,
  akte,
  ...(folder === undefined ? {} : { folder }),
});

/** The open folder. Leaves it when it is no longer shared and nothing is being written in it. */
function useOpenFolder(shown: CaseSummary, isWriting: boolean) {
  const { folder } = useCaseView();
  const current =
    folder === undefined ? undefined : listPathToFolder(shown.folders, folder).at(-1)?.name;
  const isFolderGone = folder !== undefined && current === undefined;
  const isLeft = isFolderGone && !isWriting;
  useLeaveWhenGone({
    isGone: isLeft,
    name: useFolderName(folder, current),
    to: paths.case(shown.idHash, shown.accountId),
    unknown: 'cases.folderGone',
  });
  return { folder, folderName: current, isFolderGone, isLeft };
}

type CaseViewProps = {
  shown: CaseSummary;
  place: TimelineRef;
  selected: CaseTab;
  inside: CaseLayout['inside'];
  holding: Holding;
};

function CaseView({ shown, place, selected, inside, holding }: CaseViewProps) {
  if (inside !== 'tab') return <PhoneView shown={shown} place={place} inside={inside} />;
  switch (selected) {
    case 'overview':
      return <CaseOverview shown={shown} />;
    case 'tasks':
      return <TaskTab acc={place.acc} akte={place.akte} />;
    case 'messages':
      return <Messages shown={shown} place={place} holding={holding} />;
  }
}

function OpenCase({
  shown,
  hasPlugin,
  isGone: isCaseGone,
  isWriting,
  onWriting,
}: Holding & { shown: CaseSummary; hasPlugin: boolean; isWriting: boolean }) {
  const { tab, side } = useCaseView();
  const width = useCaseWidth();
  const tasks = useTaskBadge(shown, tab);
  const tabs = listTabs(shown, { hasPlugin, hasTasks: tasks.isAny });
  const selected = tabs.includes(tab) ? tab : 'messages';
  const { inside, beside, isOver } = computeLayout({ tab: selected, side }, width);
  const { folder, folderName, isFolderGone, isLeft } = useOpenFolder(shown, isWriting);
  const place = toTimelineRef(shown.accountId, shown.idHash, folder);
  useCaseTitle(shown, { folderName, tab: selected, inside });
  useFocusAfter(`${selected} ${inside} ${folder ?? ''}`);
  const panel = tabs.length > 1 ? { role: 'tabpanel', 'aria-labelledby': tabId(selected) } : {};
  const holding = { isGone: isCaseGone || isFolderGone, onWriting };
  const besideDetails = beside === 'search_messages' ? undefined : beside;
  return (
    <Pane
      aria-label={shown.header}
      data-brand
      data-beside={beside && !isOver ? '' : undefined}
      style={{ '--brand': shown.mainColor, '--brand-2': shown.secondaryColor } as CSSProperties}
    >
      <CaseHead
        {...{ shown, folder, tabs, selected, width }}
        openTasks={tasks.open}
        actions={
          <>
            <SearchButton shown={shown} folder={folder} beside={beside} />
            <DownloadCaseButton shown={shown} />
            <DetailsButton {...{ shown, folder, width }} tab={selected} beside={besideDetails} />
          </>
        }
      />
      <Body id={panelId} inert={beside !== undefined && isOver} {...panel}>
        {width === 'phone' && selected === 'messages' && (
          <PhoneChips shown={shown} place={place} inside={inside} />
        )}
        {!isLeft && <CaseView {...{ shown, place, selected, inside, holding }} />}
      </Body>
      {beside && (
        <CaseSidebar shown={shown} place={place} tab={selected} beside={beside} isOver={isOver} />
      )}
    </Pane>
  );
}

/** Error of a case that failed to load, and its messages in this device's queue. */
function FailedCase({
  acc,
  akte,
  error,
  retry,
}: {
  acc: string;
  akte: string;
  error: unknown;
  retry: () => unknown;
}) {
  const { folder } = useCaseView();
  const isClosed = isKnownClosed(akte);
  return (
    <>
      <Failure error={error} retry={retry} />
      {isClosed && (
        <Service>
          <Note>
            <p>
              <FormattedMessage id="cases.service.readOnly" />
            </p>
          </Note>
        </Service>
      )}
      <Queued place={toTimelineRef(acc, akte, folder)} isOpenForReplies={!isClosed} />
    </>
  );
}

/** Frame of a case that has not loaded. */
function UnknownCase({ parentPath, children }: { parentPath: string; children: ReactNode }) {
  const intl = useIntl();
  const title = intl.formatMessage({ id: 'cases.case' });
  usePortalTitle(title);
  return (
    <Pane aria-label={title}>
      <Waiting>
        <BackLink to={parentPath} label={intl.formatMessage({ id: 'cases.out' })} />
        <h1 tabIndex={-1}>{title}</h1>
      </Waiting>
      <Body>{children}</Body>
    </Pane>
  );
}

type CasePaneProps = { acc: string; akte: string; hasPlugin: boolean };

/** One case with its header, views and sidebar. */
export function CasePane({ acc, akte, hasPlugin }: CasePaneProps) {
  const parentPath = useParentPath();
  const { data, error, refetch } = useGetCaseQuery({ params: { acc, akte } });
  const [isWriting, setIsWriting] = useState(false);
  const isLocked = useActivationRedirect(error, acc);
  const isUnshared = hasReason(error, 'notFound');
  const isGone = isUnshared && !isWriting;
  useLeaveWhenGone({ isGone, name: data?.header, to: parentPath, unknown: 'cases.gone' });
  if (data && !isGone)
    return (
      <OpenCase
        shown={data}
        hasPlugin={hasPlugin}
        isGone={isUnshared}
        isWriting={isWriting}
        onWriting={setIsWriting}
      />
    );
  return (
    <UnknownCase parentPath={parentPath}>
      {error && !isGone && !isLocked ? (
        <FailedCase {...{ acc, akte, error }} retry={refetch} />
      ) : (
        <Loading />
      )}
    </UnknownCase>
  );
}
