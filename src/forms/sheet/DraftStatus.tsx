import { styled } from '@linaria/react';
import { FormattedMessage, FormattedTime } from 'react-intl';
import type { DraftState } from '#src/engine/react/drafts/useDraft.ts';
import { Checkbox } from '#src/ui/Checkbox.tsx';
import { FloppyDisk, Warning } from '#src/ui/icons.ts';
import { DiscardDraft } from './DiscardDraft.tsx';

const Box = styled.div`
  display: grid;
  gap: var(--s-2);
  justify-items: start;
  font-size: var(--text-xs);
  color: var(--muted);
  button {
    min-height: var(--target-min);
    padding-inline: 0;
    font-size: inherit;
  }
`;

const Line = styled.p`
  display: flex;
  gap: 0.35rem;
  align-items: flex-start;
  color: var(--muted);
  font-size: var(--text-xs);
  svg {
    flex: none;
    margin-top: 0.1em;
  }
  &[data-failing] svg {
    color: var(--warn-text);
  }
`;

type DraftStatusProps = DraftState & {
  onShare: (isShared: boolean) => void;
  onDiscard: () => void;
};

/** Shows when the draft was saved on this device, and the choice not to store it. */
export function DraftStatus({
  savedAt,
  isFailing,
  isShared,
  onShare,
  onDiscard,
}: DraftStatusProps) {
  return (
    <Box>
      {isFailing && !isShared && (
        <Line data-failing>
          <Warning size={16} aria-hidden />
          <span>
            <FormattedMessage id="draft.notKept" />
          </span>
        </Line>
      )}
      {!isFailing && savedAt !== undefined && (
        <Line>
          <FloppyDisk size={16} aria-hidden />
          <span>
            <FormattedMessage
              id="draft.savedAt"
              values={{ time: <FormattedTime value={savedAt} /> }}
            />
          </span>
        </Line>
      )}
      {!isShared && savedAt !== undefined && (
        <DiscardDraft onDiscard={onDiscard}>
          <FormattedMessage id="draft.delete" />
        </DiscardDraft>
      )}
      <Checkbox
        checked={isShared}
        onChange={(event) => onShare(event.currentTarget.checked)}
        label={<FormattedMessage id="draft.shared" />}
      />
    </Box>
  );
}
