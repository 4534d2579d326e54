import { useIntl } from 'react-intl';
import type { CaseSummary } from '#schemas/cases/cases.ts';
import { usePortalTitle } from '#src/api/accounts/usePortalTitle.ts';
import type { CaseLayout, CaseTab } from '#src/features/cases/caseView.ts';
import { tabLabels } from './CaseTabs.tsx';

const viewLabels = {
  akte_files: 'cases.files',
  akte_folders: 'cases.view.folders',
  favorite_messages: 'cases.favorites',
} as const satisfies Record<Exclude<CaseLayout['inside'], 'tab'>, string>;

/** Sets the page title: case, open folder and view. */
export function useCaseTitle(
  { header, accountId }: Pick<CaseSummary, 'header' | 'accountId'>,
  {
    folderName,
    tab,
    inside,
  }: { folderName: string | undefined; tab: CaseTab } & Pick<CaseLayout, 'inside'>,
): void {
  const label = inside === 'tab' ? tabLabels[tab] : viewLabels[inside];
  const view = useIntl().formatMessage({ id: label });
  const folder = tab === 'messages' ? folderName : undefined;
  usePortalTitle([header, ...(folder === undefined ? [] : [folder]), view].join(', '), accountId);
}
