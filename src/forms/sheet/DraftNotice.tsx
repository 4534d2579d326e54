import { FormattedMessage, useIntl } from 'react-intl';
import { localized } from '#schemas/platform/common.ts';
import { Note } from '#src/ui/Note.tsx';
import { DiscardDraft } from './DiscardDraft.tsx';
import type { RestoredDraft } from '#src/engine/core/answers/restoreDraft.ts';
import { useShownLanguage } from '#src/locale/useShownLanguage.ts';

const texts = { restored: 'draft.restored', unsent: 'draft.unsent' } as const;

type DraftNoticeProps = {
  draft: keyof typeof texts;
  lost: Pick<RestoredDraft, 'lostFiles' | 'lostAnswers'>;
  onDiscard: () => void;
};

/** Shows which answers were restored and which were not, and offers to start again. */
export function DraftNotice({
  draft,
  lost: { lostFiles, lostAnswers },
  onDiscard,
}: DraftNoticeProps) {
  const intl = useIntl();
  const language = useShownLanguage();
  return (
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
                lostAnswers.map((question) => localized(question, language)),
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
  );
}
