import { styled } from '@linaria/react';
import { useEffect, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { formatPersonName } from '#schemas/platform/personName.ts';
import { useGetFirmClientQuery, type LoadedClient } from '#src/api/access/clients.ts';
import { hasReason, isGone } from '#src/api/client/errors.ts';
import { Loading } from '#src/forms/Failure.tsx';
import { StaffFailure } from '#src/forms/StaffFailure.tsx';
import { Avatar } from '#src/ui/Avatar.tsx';
import { Button, IconButton } from '#src/ui/Button.tsx';
import { X } from '#src/ui/icons.ts';
import { PhoneLink } from '#src/forms/PhoneLink.tsx';
import { PencilSimpleLine } from '#src/ui/portalIcons.ts';
import { AccessBadge, useAccessText } from './AccessBadge.tsx';
import { AccessSection } from './AccessSection.tsx';
import { CasesSection } from './CasesSection.tsx';
import { ChangeDialog } from './ChangeDialog.tsx';
import { InvitationSection } from './InvitationSection.tsx';
import { useDeeds } from './useDeeds.ts';

const Panel = styled.aside`
  min-height: 0;
  overflow-y: auto;
  overscroll-behavior: contain;
  border-left: 1px solid var(--border);
  background: var(--canvas);
  &:focus {
    outline: none;
  }
  > header,
  > section {
    display: grid;
    gap: var(--s-2);
    padding: var(--s-4) var(--s-5);
    font-size: var(--text-sm);
  }
  > section {
    border-top: 1px solid var(--border);
  }
  > header {
    grid-template-columns: 2.5rem minmax(0, 1fr) auto;
    gap: var(--s-2) var(--s-3);
    align-items: start;
  }
  > header > div {
    display: grid;
    gap: 0.15rem;
    justify-items: start;
    line-height: 1.35;
  }
  > header > div > * {
    max-width: 100%;
    overflow-wrap: anywhere;
  }
  > header > div > p {
    color: var(--muted);
  }
  > header > button:last-child {
    grid-column: 1 / -1;
  }
  h2 {
    font-size: var(--text-lg);
    line-height: 1.25;
  }
  h3 {
    color: var(--muted);
    font: var(--fw-strong) var(--text-sm)/1.3 var(--font-sans);
    letter-spacing: 0;
  }
  > section > p {
    line-height: 1.45;
  }
  button[data-danger] {
    color: var(--danger-text);
  }
  ul {
    display: grid;
    gap: var(--s-1);
    list-style: none;
  }
  li > a {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: var(--s-2);
    padding-block: 0.3rem;
    overflow-wrap: anywhere;
    line-height: 1.35;
  }
  @media (max-width: 1279px) {
    position: absolute;
    inset: 0 0 0 auto;
    width: 21.75rem;
    box-shadow: var(--shadow-3);
  }
  @media (max-width: 767px) {
    position: static;
    width: auto;
    border-left: 0;
    box-shadow: none;
  }
`;

const languageTexts = { de: 'clients.language.de', en: 'clients.language.en' } as const;

type PanelProps = { acc: string; userId: string; mayChange: boolean; onClose: () => void };

type OpenClientProps = PanelProps & {
  loaded: LoadedClient;
  reload: () => Promise<LoadedClient>;
};

function OpenClient({ acc, loaded, reload, mayChange, onClose }: OpenClientProps) {
  const intl = useIntl();
  const accessText = useAccessText();
  const [isChanging, setIsChanging] = useState(false);
  const { client } = loaded;
  const deeds = useDeeds(acc, client);
  const { firstName, lastName, salutation, email, mobile, language, accessState } = client;
  return (
    <>
      <header role="presentation">
        <Avatar firstName={firstName} lastName={lastName} />
        <div>
          <h2 tabIndex={-1}>{`${salutation} ${formatPersonName(client)}`.trim()}</h2>
          <a href={`mailto:${email}`}>{email}</a>
          {mobile !== null && <PhoneLink phone={mobile} size={16} />}
          <p>
            <FormattedMessage id={languageTexts[language]} />
          </p>
          <AccessBadge state={accessState} />
          <p>{accessText(client)}</p>
        </div>
        <IconButton
          label={intl.formatMessage({ id: 'action.close' })}
          icon={<X size={20} aria-hidden />}
          onClick={onClose}
        />
        {mayChange && (
          <Button
            icon={<PencilSimpleLine size={20} aria-hidden />}
            onClick={() => setIsChanging(true)}
          >
            <FormattedMessage id="clients.change" />
          </Button>
        )}
      </header>
      {accessState !== 'disabled' && (
        <InvitationSection client={client} deeds={deeds} mayChange={mayChange} />
      )}
      <CasesSection acc={acc} userId={client.userId} />
      {mayChange && <AccessSection client={client} deeds={deeds} />}
      {isChanging && (
        <ChangeDialog
          acc={acc}
          loaded={loaded}
          reload={reload}
          onClose={() => setIsChanging(false)}
        />
      )}
    </>
  );
}

/** Moves the focus to the opened panel. */
function useOpenedFocus() {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.focus({ preventScroll: true }), []);
  return panel;
}

/** A client of the firm: how to reach them, their invitation, cases and access. */
export function ClientPanel(props: PanelProps) {
  const { acc, userId, onClose } = props;
  const intl = useIntl();
  const panel = useOpenedFocus();
  const { currentData, error, refetch } = useGetFirmClientQuery({ acc, params: { userId } });
  const loaded = isGone(error) ? undefined : currentData;
  return (
    <Panel
      ref={panel}
      tabIndex={-1}
      aria-label={intl.formatMessage({ id: 'clients.panel' })}
      onKeyDown={({ key, target }) => {
        // A dialog of the panel closes itself.
        const isInDialog = target instanceof Element && target.closest('dialog') !== null;
        if (key === 'Escape' && !isInDialog) onClose();
      }}
    >
      {loaded ? (
        <OpenClient {...props} loaded={loaded} reload={() => refetch().unwrap()} />
      ) : (
        <header role="presentation">
          <span />
          <div>
            {!error && <Loading />}
            {error &&
              (hasReason(error, 'notFound') ? (
                <p>
                  <FormattedMessage id="clients.unknown" />
                </p>
              ) : (
                <StaffFailure error={error} retry={refetch} />
              ))}
          </div>
          <IconButton
            label={intl.formatMessage({ id: 'action.close' })}
            icon={<X size={20} aria-hidden />}
            onClick={onClose}
          />
        </header>
      )}
    </Panel>
  );
}
