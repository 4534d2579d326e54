import { styled } from '@linaria/react';
import { FormattedMessage, FormattedTime } from 'react-intl';
import { FloppyDisk } from '#src/ui/icons.ts';

const Line = styled.p`
  display: flex; gap: .35rem; align-items: center; color: var(--muted); font-size: var(--text-xs);
`;

/** When the draft was last saved on this device; nothing before the first time. */
export function DraftStatus({ savedAt }: { savedAt: number | undefined }) {
  if (savedAt === undefined) return null;
  return <Line><FloppyDisk size={16} aria-hidden /><span><FormattedMessage id="draft.savedAt" values={{ time: <FormattedTime value={savedAt} /> }} /></span></Line>;
}
