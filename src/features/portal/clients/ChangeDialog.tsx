import { styled } from '@linaria/react';
import { Suspense, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { ProviderUser, UserChange } from '#schemas/access/clients.ts';
import { useChangeClientMutation, type LoadedClient } from '#src/api/access/clients.ts';
import { hasReason } from '#src/api/client/errors.ts';
import { useUnsavedChanges } from '#src/engine/react/drafts/useUnsavedChanges.tsx';
import { PortalForm } from '#src/forms/PortalForm.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { Note } from '#src/ui/Note.tsx';
import { toast } from '#src/ui/toast.ts';

const Frame = styled.div`
  display: grid;
  gap: var(--s-4);
  ul {
    margin-top: var(--s-1);
    padding-left: 1.2em;
    overflow-wrap: anywhere;
  }
`;

const fieldTexts = {
  salutation: 'clients.field.salutation',
  firstName: 'clients.field.firstName',
  lastName: 'clients.field.lastName',
  email: 'clients.field.email',
  mobile: 'clients.field.mobile',
  language: 'clients.field.language',
} as const;
type Field = keyof typeof fieldTexts;
const fields = Object.keys(fieldTexts) as Field[];

const listDifferences = (one: ProviderUser, other: ProviderUser): Field[] =>
  fields.filter((field) => one[field] !== other[field]);

/** Returns answers without empty fields, which are no answers. */
const toAnswers = (client: ProviderUser) =>
  Object.fromEntries(
    fields.flatMap((field) => (client[field] ? [[field, client[field]] as const] : [])),
  );

/** Returns the fields that the form has changed, so that the others keep the changes of others. */
function listChanges(client: ProviderUser, given: Record<string, unknown>): UserChange {
  const all: Record<string, unknown> = { salutation: '', firstName: '', mobile: null, ...given };
  return Object.fromEntries(
    fields.filter((field) => all[field] !== client[field]).map((field) => [field, all[field]]),
  );
}

/** Says which fields another user has changed while the form was open. */
function Overtaken({ by, differing }: { by: ProviderUser; differing: readonly Field[] }) {
  const intl = useIntl();
  return (
    <Note tone="warning" role="alert">
      <p>
        <FormattedMessage id="clients.overtaken" />
      </p>
      <ul>
        {differing.map((field) => (
          <li key={field}>
            {`${intl.formatMessage({ id: fieldTexts[field] })}: ${by[field] ?? ''}`}
          </li>
        ))}
      </ul>
    </Note>
  );
}

type ChangeDialogProps = {
  acc: string;
  loaded: LoadedClient;
  /** Loads the client again, after another user has changed them. */
  reload: () => Promise<LoadedClient>;
  onClose: () => void;
};

/** Changes name, address, number and language. It never overwrites the change of another user. */
export function ChangeDialog({ acc, loaded, reload, onClose }: ChangeDialogProps) {
  const intl = useIntl();
  const unsaved = useUnsavedChanges(onClose);
  const [change] = useChangeClientMutation();
  const [opened] = useState(loaded.client); // of the form, also after a live update
  const [known, setKnown] = useState(loaded);
  const differing = listDifferences(opened, known.client);

  async function submit(given: Record<string, unknown>): Promise<void> {
    const { userId } = opened;
    const body = listChanges(opened, given);
    try {
      await change({ acc, params: { userId }, body, ifMatch: known.etag }).unwrap();
    } catch (error) {
      if (!hasReason(error, 'preconditionFailed')) throw error;
      setKnown(await reload());
      return;
    }
    toast({ level: 'success', text: { id: 'clients.saved' } });
    onClose();
  }

  return (
    <Dialog
      title={intl.formatMessage({ id: 'clients.change' })}
      closeLabel={intl.formatMessage({ id: 'action.close' })}
      onClose={unsaved.close}
    >
      <Frame>
        {differing.length > 0 && <Overtaken by={known.client} differing={differing} />}
        <Suspense>
          <PortalForm
            name="client"
            initial={toAnswers(opened)}
            submitIcon={null}
            header={() => null}
            onChange={unsaved.change}
            onSubmit={submit}
          />
        </Suspense>
      </Frame>
      {unsaved.question}
    </Dialog>
  );
}
