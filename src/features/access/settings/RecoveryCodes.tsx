import { styled } from '@linaria/react';
import { useEffect, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { saveBytes } from '#src/device/saveBytes.ts';
import { Button } from '#src/ui/Button.tsx';
import { CopyButton } from '#src/ui/CopyButton.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { DownloadSimple } from '#src/ui/portalIcons.ts';
import { Note } from '#src/ui/Note.tsx';

const List = styled.ol`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(9rem, 1fr));
  gap: var(--s-2) var(--s-5);
  margin: var(--s-5) 0;
  padding: var(--s-4) var(--s-5);
  background: var(--sunken);
  border-radius: var(--r-md);
  list-style: none;
  font-size: var(--text-lg);
  font-variant-numeric: lining-nums tabular-nums;
  letter-spacing: 0.04em;
`;

const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: var(--s-3);
  margin-top: var(--s-5);
`;

/** Recovery codes, shown once. Closing without saving asks for confirmation. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const intl = useIntl();
  const [isKept, setIsKept] = useState(false);
  const [isAsked, setIsAsked] = useState(false);
  return (
    <>
      <Dialog
        title={intl.formatMessage({ id: 'secondFactor.codes.title' })}
        closeLabel={intl.formatMessage({ id: 'action.close' })}
        onClose={() => (isKept ? onDone() : setIsAsked(true))}
      >
        <Codes codes={codes} onKept={() => setIsKept(true)} onDone={onDone} />
      </Dialog>
      {isAsked && (
        <Dialog
          size="small"
          title={intl.formatMessage({ id: 'secondFactor.codes.close.title' })}
          closeLabel={intl.formatMessage({ id: 'secondFactor.codes.close.back' })}
          onClose={() => setIsAsked(false)}
          actions={
            <>
              <Button onClick={onDone}>
                <FormattedMessage id="secondFactor.codes.close.anyway" />
              </Button>
              <Button variant="primary" onClick={() => setIsAsked(false)}>
                <FormattedMessage id="secondFactor.codes.close.back" />
              </Button>
            </>
          }
        >
          <p>
            <FormattedMessage id="secondFactor.codes.close.text" />
          </p>
        </Dialog>
      )}
    </>
  );
}

function Codes({
  codes,
  onKept,
  onDone,
}: {
  codes: readonly string[];
  onKept: () => void;
  onDone: () => void;
}) {
  const intl = useIntl();
  const intro = useRef<HTMLParagraphElement>(null);
  useEffect(() => intro.current?.focus(), []);
  const text = codes.join('\n');

  function handleSave() {
    saveBytes(
      new Blob([`${text}\n`], { type: 'text/plain' }),
      intl.formatMessage({ id: 'secondFactor.codes.fileName' }),
    );
    onKept();
  }

  return (
    <>
      <p ref={intro} tabIndex={-1}>
        <FormattedMessage id="secondFactor.codes.text" />
      </p>
      <List aria-label={intl.formatMessage({ id: 'secondFactor.codes.title' })}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </List>
      <Note tone="warning">
        <p>
          <FormattedMessage id="secondFactor.codes.once" />
        </p>
      </Note>
      <Actions>
        <Button variant="primary" onClick={onDone}>
          <FormattedMessage id="secondFactor.codes.done" />
        </Button>
        <Button icon={<DownloadSimple size={20} aria-hidden />} onClick={handleSave}>
          <FormattedMessage id="secondFactor.codes.save" />
        </Button>
        <CopyButton
          text={text}
          label={intl.formatMessage({ id: 'action.copy' })}
          doneLabel={intl.formatMessage({ id: 'action.copied' })}
          onCopied={onKept}
        />
      </Actions>
    </>
  );
}
