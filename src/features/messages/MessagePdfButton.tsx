import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Message } from '#schemas/messages.ts';
import { saveMessagePdf } from '#src/api/downloads.ts';
import type { ShowToast } from '#src/lib/showToast.ts';
import type { TimelinePlace } from '#src/lib/timelinePlace.ts';
import { FilePdf } from '#src/ui/icons.ts';

/** Saves a message as a PDF. */
export function MessagePdfButton({
  place,
  message,
  showToast,
}: {
  place: TimelinePlace;
  message: Message;
  showToast: ShowToast;
}) {
  const intl = useIntl();
  const [isLoading, setIsLoading] = useState(false);

  async function save(): Promise<void> {
    if (isLoading) return;
    setIsLoading(true);
    await saveMessagePdf(place, message).catch(() =>
      showToast({ level: 'error', text: intl.formatMessage({ id: 'messages.notDownloaded' }) }),
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
