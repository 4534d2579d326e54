import { useIntl } from 'react-intl';
import { useNavigate } from 'react-router-dom';
import type { CaseSummary } from '#schemas/cases/cases.ts';
import { IconButton } from '#src/ui/Button.tsx';
import { MagnifyingGlass } from '#src/ui/icons.ts';
import { useCaseAddress, type CaseLayout } from '#src/features/cases/caseView.ts';
import { sidebarId } from './DetailsButton.tsx';

/** Toggles the search in a case. */
export function SearchButton({
  shown,
  folder,
  beside,
}: {
  shown: CaseSummary;
  folder: string | undefined;
  beside: CaseLayout['beside'];
}) {
  const intl = useIntl();
  const navigate = useNavigate();
  const address = useCaseAddress();
  const isOpen = beside === 'search_messages';
  return (
    <IconButton
      label={intl.formatMessage({ id: 'search.inCase' })}
      icon={<MagnifyingGlass size={24} aria-hidden />}
      aria-expanded={isOpen}
      aria-controls={isOpen ? sidebarId : undefined}
      onClick={() =>
        void navigate(address(shown, { folder, side: isOpen ? undefined : 'search_messages' }))
      }
    />
  );
}
