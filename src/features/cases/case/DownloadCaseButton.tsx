import { useState } from 'react';
import { useIntl } from 'react-intl';
import type { CaseSummary } from '#schemas/cases/cases.ts';
import { saveCase } from '#src/api/cases/downloads.ts';
import { Button, IconButton, spinningClass } from '#src/ui/Button.tsx';
import { CircleNotch } from '#src/ui/icons.ts';
import { DownloadSimple } from '#src/ui/portalIcons.ts';
import { toast } from '#src/ui/toast.ts';

/** Downloads a case as a zip file. An icon in the header, a labelled button elsewhere. */
export function DownloadCaseButton({
  shown,
  isLabelled = false,
}: {
  shown: CaseSummary;
  isLabelled?: boolean;
}) {
  const intl = useIntl();
  const [isLoading, setIsLoading] = useState(false);

  async function save(): Promise<void> {
    if (isLoading) return;
    setIsLoading(true);
    await saveCase(shown, intl.formatMessage({ id: 'cases.archiveName' })).then(
      () => toast({ level: 'success', text: { id: 'cases.downloaded' } }),
      () => toast({ level: 'error', text: { id: 'cases.notDownloaded' } }),
    );
    setIsLoading(false);
  }

  const label = intl.formatMessage({ id: 'cases.download' });
  if (isLabelled)
    return (
      <Button
        icon={<DownloadSimple size={20} aria-hidden />}
        isBusy={isLoading}
        onClick={() => void save()}
      >
        {label}
      </Button>
    );
  const icon = isLoading ? (
    <CircleNotch size={24} className={spinningClass} aria-hidden />
  ) : (
    <DownloadSimple size={24} aria-hidden />
  );
  return (
    <IconButton
      label={label}
      icon={icon}
      aria-busy={isLoading || undefined}
      onClick={() => void save()}
    />
  );
}
