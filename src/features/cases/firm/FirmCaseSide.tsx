import { styled } from '@linaria/react';
import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { mayLead } from '#schemas/accounts/staff.rules.ts';
import type { StaffRole } from '#schemas/platform/endpoint.ts';
import { formatPersonName } from '#schemas/platform/personName.ts';
import {
  useCloseFirmCaseMutation,
  useReopenFirmCaseMutation,
  type OpenedCase,
} from '#src/api/cases/firmCases.ts';
import { useErrorText } from '#src/api/client/useErrorText.ts';
import { useDay } from '#src/locale/useMoment.ts';
import { Button } from '#src/ui/Button.tsx';
import { Plus } from '#src/ui/icons.ts';
import { Archive, FolderSimple } from '#src/ui/portalIcons.ts';
import { toast } from '#src/ui/toast.ts';
import { WrappedText } from '#src/ui/WrappedText.tsx';
import { FolderDialog, type Folder } from './FolderDialog.tsx';

const Side = styled.aside`
  min-height: 0;
  overflow-y: auto;
  border-left: 1px solid var(--border);
  background: var(--sunken);
  > section {
    display: grid;
    gap: var(--s-2);
    justify-items: start;
    padding: var(--s-4) var(--s-5);
    font-size: var(--text-sm);
    overflow-wrap: anywhere;
  }
  > section + section {
    border-top: 1px solid var(--border);
  }
  h3 {
    color: var(--muted);
    font: var(--fw-strong) var(--text-sm)/1.3 var(--font-sans);
    letter-spacing: 0;
  }
  ul {
    display: grid;
    gap: var(--s-1);
    list-style: none;
  }
  li > button {
    display: inline-flex;
    gap: var(--s-2);
    align-items: center;
    min-height: var(--target-min);
    border: 0;
    background: none;
    color: var(--text);
    text-align: left;
  }
  li > button:hover {
    text-decoration: underline;
  }
  @media (max-width: 1279px) {
    overflow: visible;
    border-left: 0;
    border-top: 1px solid var(--border);
  }
`;

function Folders({ acc, shown: { caseId, folders } }: Omit<SideProps, 'role'>) {
  const [open, setOpen] = useState<{ folder: Folder | undefined }>();
  return (
    <section>
      <h3>
        <FormattedMessage id="firmCases.folders" />
      </h3>
      {folders.length > 0 && (
        <ul>
          {folders.map((folder) => (
            <li key={folder.folderId}>
              <button type="button" aria-haspopup="dialog" onClick={() => setOpen({ folder })}>
                <FolderSimple size={20} aria-hidden />
                <WrappedText>{folder.name}</WrappedText>
              </button>
            </li>
          ))}
        </ul>
      )}
      <Button
        variant="ghost"
        icon={<Plus size={20} aria-hidden />}
        onClick={() => setOpen({ folder: undefined })}
      >
        <FormattedMessage id="firmCases.folder.new" />
      </Button>
      {open && (
        <FolderDialog
          acc={acc}
          caseId={caseId}
          folder={open.folder}
          onClose={() => setOpen(undefined)}
        />
      )}
    </section>
  );
}

/** Closes a case for its clients' messages, or opens it again; the toast takes it back. */
function CloseButton({ acc, shown: { caseId, state } }: { acc: string; shown: OpenedCase }) {
  const errorText = useErrorText();
  const [close, closing] = useCloseFirmCaseMutation();
  const [reopen, reopening] = useReopenFirmCaseMutation();
  const args = { acc, params: { caseId } };

  async function run(isClosing: boolean): Promise<void> {
    try {
      await (isClosing ? close : reopen)(args).unwrap();
      toast({
        level: 'success',
        text: { id: isClosing ? 'firmCases.closed' : 'firmCases.reopened' },
        action: { label: { id: 'action.undo' }, onClick: () => void run(!isClosing) },
      });
    } catch (error) {
      toast({ level: 'error', text: errorText(error) });
    }
  }

  return (
    <Button
      icon={<Archive size={20} aria-hidden />}
      isBusy={closing.isLoading || reopening.isLoading}
      onClick={() => void run(state === 'open')}
    >
      <FormattedMessage id={state === 'open' ? 'firmCases.close' : 'firmCases.reopen'} />
    </Button>
  );
}

type SideProps = { acc: string; shown: OpenedCase; role: StaffRole };

/** Clients, folders and people of a case. */
export function FirmCaseSide(props: SideProps) {
  const day = useDay();
  const { clients, assignees, categories, creationDate } = props.shown;
  return (
    <Side>
      <section>
        <h3>
          <FormattedMessage id="firmCases.clients" values={{ count: clients.length }} />
        </h3>
        {clients.length === 0 ? (
          <p>
            <FormattedMessage id="firmCases.noClients" />
          </p>
        ) : (
          <ul>
            {clients.map(({ userId, firstName, lastName }) => (
              <li key={userId}>{formatPersonName({ firstName, lastName })}</li>
            ))}
          </ul>
        )}
      </section>
      <Folders {...props} />
      {assignees.length > 0 && (
        <section>
          <h3>
            <FormattedMessage id="firmCases.assignees" />
          </h3>
          <ul>
            {assignees.map(({ firstName, lastName }, index) => (
              <li key={index}>{formatPersonName({ firstName, lastName })}</li>
            ))}
          </ul>
        </section>
      )}
      <section>
        <h3>
          <FormattedMessage id="firmCases.facts" />
        </h3>
        <p>
          <FormattedMessage id="firmCases.createdOn" values={{ date: day(creationDate) }} />
        </p>
        {categories.length > 0 && <p>{categories.join(', ')}</p>}
        {mayLead(props.role) && <CloseButton {...props} />}
      </section>
    </Side>
  );
}
