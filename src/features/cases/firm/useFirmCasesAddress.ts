import { useSearchParams } from 'react-router-dom';
import { firmCaseViews } from '#src/api/cases/firmCases.ts';
import { firmCaseParam } from '#src/routing/paths.ts';
import { useListAddress } from '#src/routing/useListAddress.ts';

const tabParam = 'tab';

/** Tabs of a firm's case; the first one needs no parameter. */
export const firmCaseTabs = ['messages', 'tasks', 'history'] as const;
export type FirmCaseTab = (typeof firmCaseTabs)[number];

/** View, search, open case and its tab in the address. */
export function useFirmCasesAddress() {
  const { itemId: caseId, ...list } = useListAddress(firmCaseViews, firmCaseParam, [tabParam]);
  const [query] = useSearchParams();
  const linkToTab = (tab: FirmCaseTab): string => {
    const after = new URLSearchParams(query);
    after.set(tabParam, tab);
    return `?${after.toString()}`;
  };
  return {
    ...list,
    caseId,
    tab: firmCaseTabs.find((each) => each === query.get(tabParam)) ?? firmCaseTabs[0],
    linkToTab,
    close: () => list.setItemId(undefined),
  };
}
export type FirmCasesAddress = ReturnType<typeof useFirmCasesAddress>;
