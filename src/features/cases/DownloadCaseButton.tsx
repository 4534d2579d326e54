import { useState } from 'react';
import { useIntl } from 'react-intl';
import type { CaseSummary } from '#schemas/cases.ts';
import { saveCase } from '#src/api/downloads.ts';
import type { ShowToast } from '#src/lib/showToast.ts';
import { Button, IconButton, spinningClass } from '#src/ui/Button.tsx';
import { CircleNotch, DownloadSimple } from '#src/ui/icons.ts';

/** Saves a whole case as a zip: by a sign in its head, by words where there is room for them. */
export function DownloadCaseButton({
  shown,
  showToast,
  isLabelled = false,
}: {
  shown: CaseSummary;
  showToast: ShowToast;
  isLabelled?: boolean;
}) {
  const intl = useIntl();
  const [isLoading, setIsLoading] = useState(false);

  async function save(): Promise<void> {
    if (isLoading) return;
    setIsLoading(true);
    await saveCase(shown).then(
      () => showToast({ level: 'success', text: intl.formatMessage({ id: 'cases.downloaded' }) }),
      () => showToast({ level: 'error', text: intl.formatMessage({ id: 'cases.notDownloaded' }) }),
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
