import { useSearchParams } from 'react-router-dom';
import type { CaseSummary } from '#schemas/cases/cases.ts';
import { caseTabParam } from '#schemas/platform/webAddresses.ts';
import {
  caseSearchParam,
  caseSideParam,
  folderParam,
  messageParam,
  messageSearchParam,
  paths,
} from '#src/routing/paths.ts';

export const caseTabs = ['overview', 'tasks', 'messages'] as const;
export type CaseTab = (typeof caseTabs)[number];

/** Views beside a case, by their query values. Folders have a view on phones only. */
export const caseSides = [
  'akte_details',
  'akte_files',
  'favorite_messages',
  'search_messages',
  'akte_folders',
  'closed',
] as const;
export type CaseSide = (typeof caseSides)[number];

/** Tabs of a case. A customer's plugin has no overview. */
export function listTabs(
  { isEsyAkte }: Pick<CaseSummary, 'isEsyAkte'>,
  { hasPlugin, hasTasks = false }: { hasPlugin: boolean; hasTasks?: boolean },
): CaseTab[] {
  const isShown: Record<CaseTab, boolean> = {
    overview: !hasPlugin,
    tasks: isEsyAkte || hasPlugin || hasTasks,
    messages: true,
  };
  return caseTabs.filter((tab) => isShown[tab]);
}

export type CaseWidth = 'phone' | 'tablet' | 'laptop' | 'wide';

const phoneViews = [
  'akte_files',
  'akte_folders',
  'favorite_messages',
] as const satisfies CaseSide[];
const sidebars = [
  'akte_details',
  'akte_files',
  'favorite_messages',
  'search_messages',
] as const satisfies CaseSide[];

/** Main view and sidebar of a case. */
export type CaseLayout = {
  inside: 'tab' | (typeof phoneViews)[number];
  beside: (typeof sidebars)[number] | undefined;
  isOver: boolean;
};

/** Returns the layout for a width. Only a wide window opens the sidebar by default. */
export function computeLayout(
  { tab, side }: { tab: CaseTab; side: CaseSide | undefined },
  width: CaseWidth,
): CaseLayout {
  if (width === 'phone') {
    const inside = (tab === 'messages' && phoneViews.find((each) => each === side)) || 'tab';
    return {
      inside,
      beside: side === 'akte_details' || side === 'search_messages' ? side : undefined,
      isOver: true,
    };
  }
  const isOver = width !== 'wide';
  const unasked = !isOver && tab === 'messages' && side !== 'closed' ? 'akte_details' : undefined;
  return { inside: 'tab', beside: sidebars.find((each) => each === side) ?? unasked, isOver };
}

const findOne = <T extends string>(all: readonly T[], wanted: string | null): T | undefined =>
  all.find((each) => each === wanted);

/** Reads the open case, its view and its sidebar from the address. */
export function useCaseView(): {
  folder: string | undefined;
  tab: CaseTab;
  side: CaseSide | undefined;
} {
  const [query] = useSearchParams();
  return {
    folder: query.get(folderParam) ?? undefined,
    tab: findOne(caseTabs, query.get(caseTabParam)) ?? 'messages',
    side: findOne(caseSides, query.get(caseSideParam)),
  };
}

type Wanted = {
  folder?: string | undefined;
  tab?: CaseTab;
  side?: CaseSide | undefined;
  message?: string;
};

/** Builds addresses of cases. They keep the list's search and a closed sidebar. */
export function useCaseAddress(): (
  shown: Pick<CaseSummary, 'idHash' | 'accountId'>,
  wanted?: Wanted,
) => string {
  const [query] = useSearchParams();
  return (
    { idHash, accountId },
    {
      folder,
      tab,
      side = query.get(caseSideParam) === 'closed' ? 'closed' : undefined,
      message,
    } = {},
  ) => {
    const parts = {
      [caseSearchParam]: query.get(caseSearchParam),
      [folderParam]: folder,
      [caseTabParam]: tab === 'messages' ? undefined : tab,
      [caseSideParam]: side,
      [messageParam]: message,
      [messageSearchParam]: side === 'search_messages' ? query.get(messageSearchParam) : undefined,
    };
    const kept = new URLSearchParams(
      Object.entries(parts).flatMap(([name, value]) => (value ? [[name, value]] : [])),
    );
    return `${paths.case(idHash, accountId)}${kept.size > 0 ? `?${kept.toString()}` : ''}`;
  };
}
