import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Message } from '#schemas/cases/messages.ts';
import { saveMessagePdf } from '#src/api/cases/downloads.ts';
import type { TimelineRef } from '#src/device/timelineRef.ts';
import { FilePdf } from '#src/ui/icons.ts';
import { toast } from '#src/ui/toast.ts';

/** Downloads a message as a PDF. */
export function MessagePdfButton({ place, message }: { place: TimelineRef; message: Message }) {
  const intl = useIntl();
  const [isLoading, setIsLoading] = useState(false);

  async function save(): Promise<void> {
    if (isLoading) return;
    setIsLoading(true);
    await saveMessagePdf(place, message).catch(() =>
      toast({ level: 'error', text: { id: 'messages.notDownloaded' } }),
    );
    setIsLoading(false);
  }

  return (
    <button
      type="button"
      data-action
      aria-label={intl.formatMessage({ id: 'messages.pdf.label' }, { header: message.header })}
      aria-busy={isLoading || undefined}
      onClick={() => void save()}
    >
      <FilePdf size={18} aria-hidden />
      <FormattedMessage id="messages.pdf" />
    </button>
  );
}
