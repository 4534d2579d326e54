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
import { canReply, pathToFolder } from '#schemas/cases.rules.ts';
import type { CaseSummary } from '#schemas/cases.ts';
import { countOpen, expiresInMs } from '#schemas/tasks.rules.ts';
import type { MessageHit } from '#schemas/search.ts';
import { useGetCaseQuery } from '#src/api/cases.ts';
import { failedWith, toUserMessage } from '#src/api/errors.ts';
import { useListTasksQuery } from '#src/api/tasks.ts';
import { isKnownClosed } from '#src/lib/closedCases.ts';
import { paths } from '#src/lib/paths.ts';
import type { ShowToast } from '#src/lib/showToast.ts';
import type { Holding } from '#src/lib/timelinePlace.ts';
import { useNow } from '#src/lib/useMoment.ts';
import { Button } from '#src/ui/Button.tsx';
import { Note } from '#src/ui/Note.tsx';
import { BackLink } from './BackLink.tsx';
import { CaseHead } from './CaseHead.tsx';
import { CaseOverview } from './CaseOverview.tsx';
import { CaseSidebar } from './CaseSidebar.tsx';
import { panelId, tabId } from './CaseTabs.tsx';
import { layoutOf, tabsOf, useCaseView, type CaseTab } from './caseView.ts';
import { DetailsButton } from './DetailsButton.tsx';
import { DownloadCaseButton } from './DownloadCaseButton.tsx';
import { PhoneChips, PhoneView } from './PhoneViews.tsx';
import { SearchButton } from './SearchButton.tsx';
import { useCaseWidth } from './useCaseWidth.ts';
import { useWayOut } from './useWayOut.ts';

const Sheet = styled.section`
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

/** A case, or one of its folders. */
export type CasePlace = { acc: string; akte: string; folder?: string };
/** What other features show of a case. */
export type CaseViews = {
  messages: (place: CasePlace, isOpenForReplies: boolean, holding: Holding) => ReactNode;
  /** what of them this device keeps, where the case cannot be had */
  queued: (place: CasePlace, isOpenForReplies: boolean) => ReactNode;
  tasks?: (place: CasePlace) => ReactNode;
  search: (place: CasePlace, addressOf: (hit: MessageHit) => string) => ReactNode;
  /** messages of all cases that have what the list is searched for */
  hits: (search: string, addressOf: (hit: MessageHit) => string) => ReactNode;
};

type World = { views: CaseViews; hasPlugin: boolean; showToast: ShowToast };

function Messages({
  shown,
  place,
  views,
  holding,
}: {
  shown: CaseSummary;
  place: CasePlace;
  views: CaseViews;
  holding: Holding;
}) {
  return (
    <>
      {shown.serviceAkte && (
        <Service>
          <Note>
            <p>
              <FormattedMessage
                id={canReply(shown) ? 'cases.service.open' : 'cases.service.readOnly'}
              />
            </p>
          </Note>
        </Service>
      )}
      {views.messages(place, canReply(shown), holding)}
    </>
  );
}

/** What is no longer shared is left, with a word about it (product.md §4). */
function useLeaving({
  isGone,
  name,
  to,
  unknown,
  showToast,
}: {
  isGone: boolean;
  name: string | undefined;
  to: string;
  unknown: 'cases.gone' | 'cases.folderGone';
  showToast: ShowToast;
}): void {
  const intl = useIntl();
  const navigate = useNavigate();
  const leave = useEffectEvent(() => {
    showToast({
      level: 'warning',
      text:
        name === undefined
          ? intl.formatMessage({ id: unknown })
          : intl.formatMessage({ id: 'cases.noMoreShared' }, { name }),
    });
    void navigate(to, { replace: true });
  });
  useEffect(() => {
    if (isGone) leave();
  }, [isGone]);
}

/** The open folder's name also after the folder is gone. */
function useFolderName(
  folder: string | undefined,
  current: string | undefined,
): string | undefined {
  const [known, setKnown] = useState<{ folder: string | undefined; name: string }>();
  if (current !== undefined && (known?.folder !== folder || known?.name !== current))
    setKnown({ folder, name: current });
  return current ?? (known?.folder === folder ? known?.name : undefined);
}

/** What was pressed may have gone with the view it stood in: then reading goes on at the case's headline. */
function useFocusAfter(view: string): void {
  const last = useRef(view);
  useEffect(() => {
    if (last.current === view) return;
    last.current = view;
    if (document.activeElement === document.body)
      document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  }, [view]);
}

/** What the tab of the tasks says. Of a case whose tasks are asked for, none are known to be missing before the answer is here, nor when it cannot be had. */
function useTasksOf(
  { accountId, idHash }: CaseSummary,
  tab: CaseTab,
): { isAny: boolean; open: number } {
  const { data } = useListTasksQuery({ params: { acc: accountId, akteIdHash: idHash } });
  const tasks = data?.workflows ?? [];
  const now = useNow((at) => expiresInMs(tasks, at));
  return { isAny: tasks.length > 0 || (!data && tab === 'tasks'), open: countOpen(tasks, now) };
}

function OpenCase({
  shown,
  views,
  hasPlugin,
  showToast,
  isGone: isCaseGone,
  isWriting,
  onWriting,
}: World & Holding & { shown: CaseSummary; isWriting: boolean }) {
  const { folder, tab, side } = useCaseView();
  const width = useCaseWidth();
  const tasks = useTasksOf(shown, tab);
  const tabs = tabsOf(shown, { hasPlugin, hasTasks: tasks.isAny }).filter(
    (each) => each !== 'tasks' || views.tasks,
  );
  const selected = tabs.includes(tab) ? tab : 'messages';
  const { inside, beside, isOver } = layoutOf({ tab: selected, side }, width);
  const place = {
    acc: shown.accountId,
    akte: shown.idHash,
    ...(folder === undefined ? {} : { folder }),
  };
  const current =
    folder === undefined ? undefined : pathToFolder(shown.folders, folder).at(-1)?.name;
  const isFolderGone = folder !== undefined && current === undefined;
  const isGone = isFolderGone && !isWriting;
  useLeaving({
    isGone,
    name: useFolderName(folder, current),
    to: paths.case(shown.idHash, shown.accountId),
    unknown: 'cases.folderGone',
    showToast,
  });
  useFocusAfter(`${selected} ${inside} ${folder ?? ''}`);
  const panel = tabs.length > 1 ? { role: 'tabpanel', 'aria-labelledby': tabId(selected) } : {};
  return (
    <Sheet
      aria-label={shown.header}
      data-brand
      data-beside={beside && !isOver ? '' : undefined}
      style={{ '--brand': shown.mainColor, '--brand-2': shown.secondaryColor } as CSSProperties}
    >
      <CaseHead
        shown={shown}
        folder={folder}
        tabs={tabs}
        selected={selected}
        width={width}
        openTasks={tasks.open}
        actions={
          <>
            <SearchButton shown={shown} folder={folder} beside={beside} />
            <DownloadCaseButton shown={shown} showToast={showToast} />
            <DetailsButton
              shown={shown}
              folder={folder}
              tab={selected}
              beside={beside === 'search_messages' ? undefined : beside}
              width={width}
            />
          </>
        }
      />
      <Body id={panelId} inert={beside !== undefined && isOver} {...panel}>
        {width === 'phone' && selected === 'messages' && (
          <PhoneChips shown={shown} place={place} inside={inside} />
        )}
        {!isGone && inside !== 'tab' && (
          <PhoneView shown={shown} place={place} inside={inside} showToast={showToast} />
        )}
        {!isGone && inside === 'tab' && selected === 'overview' && (
          <CaseOverview shown={shown} showToast={showToast} />
        )}
        {!isGone && inside === 'tab' && selected === 'tasks' && views.tasks?.(place)}
        {!isGone && inside === 'tab' && selected === 'messages' && (
          <Messages
            shown={shown}
            place={place}
            views={views}
            holding={{ isGone: isCaseGone || isFolderGone, onWriting }}
          />
        )}
      </Body>
      {beside && (
        <CaseSidebar
          shown={shown}
          place={place}
          tab={selected}
          beside={beside}
          isOver={isOver}
          search={views.search}
          showToast={showToast}
        />
      )}
    </Sheet>
  );
}

export type CasePaneProps = World & { acc: string; akte: string };

/** One case: what it is about, and its parts. */
export function CasePane({ acc, akte, ...world }: CasePaneProps) {
  const intl = useIntl();
  const out = useWayOut();
  const { folder } = useCaseView();
  const { data, error, refetch } = useGetCaseQuery({ params: { acc, akte } });
  const [isWriting, setIsWriting] = useState(false);
  const isUnshared = failedWith(error, 'notFound');
  const isGone = isUnshared && !isWriting;
  useLeaving({
    isGone,
    name: data?.header,
    to: out,
    unknown: 'cases.gone',
    showToast: world.showToast,
  });
  const isClosed = isKnownClosed(akte);
  if (data && !isGone)
    return (
      <OpenCase
        shown={data}
        {...world}
        isGone={isUnshared}
        isWriting={isWriting}
        onWriting={setIsWriting}
      />
    );
  return (
    <Sheet aria-label={intl.formatMessage({ id: 'cases.case' })}>
      <Waiting>
        <BackLink to={out} label={intl.formatMessage({ id: 'cases.out' })} />
        <h1 tabIndex={-1}>
          <FormattedMessage id="cases.case" />
        </h1>
      </Waiting>
      <Body>
        {error && !isGone ? (
          <>
            <Note tone="danger" role="alert">
              <p>{toUserMessage(error, (id) => intl.formatMessage({ id }))}</p>
              <Button variant="ghost" onClick={() => void refetch()}>
                <FormattedMessage id="action.retry" />
              </Button>
            </Note>
            {isClosed && (
              <Service>
                <Note>
                  <p>
                    <FormattedMessage id="cases.service.readOnly" />
                  </p>
                </Note>
              </Service>
            )}
            {world.views.queued(
              { acc, akte, ...(folder === undefined ? {} : { folder }) },
              !isClosed,
            )}
          </>
        ) : (
          <p role="status">
            <FormattedMessage id="app.loading" />
          </p>
        )}
      </Body>
    </Sheet>
  );
}
