import { styled } from '@linaria/react';
import { FormattedMessage, useIntl } from 'react-intl';
import { removeStored, writeStored } from '#src/device/storage.ts';
import { useStored } from '#src/device/useStored.ts';
import { Dialog } from '#src/ui/Dialog.tsx';
import type { InboxKey } from './useInboxKeys.ts';

const Keys = styled.dl`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  gap: var(--s-2) var(--s-4);
  margin-bottom: var(--s-5);
  dt {
    min-width: 2rem;
    padding: 0.1rem 0.4rem;
    border: 1px solid var(--border-strong);
    border-radius: var(--r-sm);
    text-align: center;
    font-size: var(--text-sm);
  }
`;

const texts = {
  j: 'inbox.key.next',
  k: 'inbox.key.previous',
  e: 'inbox.key.done',
  i: 'inbox.key.take',
  '/': 'inbox.key.search',
  '?': 'inbox.key.help',
} as const satisfies Record<InboxKey, string>;

/** The keys of the inbox, and whether they are on. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const intl = useIntl();
  const areOn = useStored('inboxKeys') !== 'off';
  return (
    <Dialog
      size="small"
      title={intl.formatMessage({ id: 'inbox.keys' })}
      closeLabel={intl.formatMessage({ id: 'action.close' })}
      onClose={onClose}
    >
      <Keys>
        {Object.entries(texts).map(([key, id]) => (
          <div key={key} style={{ display: 'contents' }}>
            <dt>{key.toUpperCase()}</dt>
            <dd>
              <FormattedMessage id={id} />
            </dd>
          </div>
        ))}
      </Keys>
      <label>
        <input
          type="checkbox"
          checked={areOn}
          onChange={({ target }) =>
            target.checked ? removeStored('inboxKeys') : writeStored('inboxKeys', 'off')
          }
        />{' '}
        <FormattedMessage id="inbox.keys.on" />
      </label>
    </Dialog>
  );
}
