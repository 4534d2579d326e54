import { useIntl } from 'react-intl';
import { useNavigate } from 'react-router-dom';
import type { CaseSummary } from '#schemas/cases/cases.ts';
import { IconButton } from '#src/ui/Button.tsx';
import { Info } from '#src/ui/icons.ts';
import { SidebarSimple } from '#src/ui/portalIcons.ts';
import {
  useCaseAddress,
  type CaseLayout,
  type CaseTab,
  type CaseWidth,
} from '#src/features/cases/caseView.ts';

export const detailsButtonId = 'case-details-button';
export const sidebarId = 'case-sidebar';

type DetailsButtonProps = {
  shown: CaseSummary;
  folder: string | undefined;
  tab: CaseTab;
  beside: CaseLayout['beside'];
  width: CaseWidth;
};

/** Toggles the sidebar of a case. */
export function DetailsButton({ shown, folder, tab, beside, width }: DetailsButtonProps) {
  const intl = useIntl();
  const navigate = useNavigate();
  const address = useCaseAddress();
  const isOpen = beside !== undefined;
  const Icon = width === 'phone' ? Info : SidebarSimple;
  const side = isOpen ? 'closed' : 'akte_details';
  return (
    <IconButton
      id={detailsButtonId}
      label={intl.formatMessage({ id: 'cases.details' })}
      icon={<Icon size={24} aria-hidden />}
      aria-expanded={isOpen}
      aria-controls={isOpen ? sidebarId : undefined}
      onClick={() => void navigate(address(shown, { folder, tab, side }))}
    />
  );
}
