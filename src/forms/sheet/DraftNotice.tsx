import { useEffect, useEffectEvent, useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { localize } from '#schemas/platform/common.ts';
import { Note } from '#src/ui/Note.tsx';
import { toast } from '#src/ui/toast.ts';
import { DiscardDraft } from './DiscardDraft.tsx';
import type { RestoredDraft } from '#src/engine/core/answers/restoreDraft.ts';
import { useShownLanguage } from '#src/locale/useShownLanguage.ts';

const texts = { restored: 'draft.restored', unsent: 'draft.unsent' } as const;

type DraftNoticeProps = {
  draft: keyof typeof texts;
  lost: Pick<RestoredDraft, 'lostFiles' | 'lostAnswers'>;
  onDiscard: () => void;
};

/** Repeats the notice as a toast if the page has been scrolled past it when it appears. */
function useToastIfAbove(draft: keyof typeof texts) {
  const place = useRef<HTMLDivElement>(null);
  const showToast = useEffectEvent(() =>
    toast({ level: draft === 'unsent' ? 'warning' : 'success', text: { id: texts[draft] } }),
  );
  useEffect(() => {
    if (!place.current) return undefined;
    // its first call comes after the scroll position was restored
    const observer = new IntersectionObserver(([seen]) => {
      observer.disconnect();
      if (seen && !seen.isIntersecting && seen.boundingClientRect.bottom <= 0) showToast();
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return place;
}

/** Shows which answers were restored and which were not, and offers to start again. */
export function DraftNotice({
  draft,
  lost: { lostFiles, lostAnswers },
  onDiscard,
}: DraftNoticeProps) {
  const intl = useIntl();
  const language = useShownLanguage();
  const place = useToastIfAbove(draft);
  return (
    <div ref={place}>
      <Note tone={draft === 'unsent' ? 'warning' : 'accent'} role="status">
        <p>
          <FormattedMessage id={texts[draft]} />
        </p>
        {lostAnswers.length > 0 && (
          <p>
            <FormattedMessage
              id="draft.lostAnswers"
              values={{
                count: lostAnswers.length,
                questions: intl.formatList(
                  lostAnswers.map((question) => localize(question, language)),
                ),
              }}
            />
          </p>
        )}
        {lostFiles.length > 0 && (
          <p>
            <FormattedMessage
              id="draft.lostFiles"
              values={{ count: lostFiles.length, names: intl.formatList(lostFiles) }}
            />
          </p>
        )}
        <DiscardDraft onDiscard={onDiscard}>
          <FormattedMessage id="draft.discard" />
        </DiscardDraft>
      </Note>
    </div>
  );
}
