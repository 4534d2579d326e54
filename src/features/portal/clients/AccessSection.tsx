import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { ProviderUser } from '#schemas/access/clients.ts';
import { formatPersonName } from '#schemas/platform/personName.ts';
import { ErrorText } from '#src/forms/Failure.tsx';
import { Button } from '#src/ui/Button.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { Note } from '#src/ui/Note.tsx';
import { Prohibit } from '#src/ui/portalIcons.ts';
import type { Deeds } from './useDeeds.ts';

type AccessSectionProps = { client: ProviderUser; deeds: Deeds };

/** Asks before the end of a relation, because the client is mailed. */
function EndDialog({ client, deeds, onClose }: AccessSectionProps & { onClose: () => void }) {
  const intl = useIntl();
  const name = formatPersonName(client);
  const [error, setError] = useState<unknown>();
  return (
    <Dialog
      size="small"
      title={intl.formatMessage({ id: 'clients.end.title' })}
      closeLabel={intl.formatMessage({ id: 'action.close' })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>
            <FormattedMessage id="action.cancel" />
          </Button>
          <Button
            variant="primary"
            isBusy={deeds.isBusy}
            onClick={() => void deeds.end().then(onClose, setError)}
          >
            <FormattedMessage id="clients.end" />
          </Button>
        </>
      }
    >
      {error !== undefined && (
        <Note tone="danger" role="alert">
          <p>
            <ErrorText error={error} />
          </p>
        </Note>
      )}
      <p>
        <FormattedMessage id="clients.end.text" values={{ name }} />
      </p>
    </Dialog>
  );
}

/** Locks and unlocks a client's access, and ends the relation. */
export function AccessSection({ client, deeds }: AccessSectionProps) {
  const [isEnding, setIsEnding] = useState(false);
  const { isDisabled, accessState } = client;
  if (accessState === 'ended') return null;
  return (
    <section>
      <h3>
        <FormattedMessage id="clients.column.access" />
      </h3>
      <p>
        <FormattedMessage id={isDisabled ? 'clients.isLocked' : 'clients.lock.text'} />
      </p>
      <Button
        icon={<Prohibit size={20} aria-hidden />}
        isBusy={deeds.isBusy}
        onClick={() => void (isDisabled ? deeds.unlock() : deeds.lock())}
      >
        <FormattedMessage id={isDisabled ? 'clients.unlock' : 'clients.lock'} />
      </Button>
      <Button variant="ghost" data-danger onClick={() => setIsEnding(true)}>
        <FormattedMessage id="clients.end" />
      </Button>
      {isEnding && <EndDialog client={client} deeds={deeds} onClose={() => setIsEnding(false)} />}
    </section>
  );
}
