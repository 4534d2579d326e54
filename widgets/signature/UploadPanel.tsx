import { useEffect, useRef, useState, type ChangeEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Address } from '#src/engine/core/address.ts';
import { useFormContext } from '#src/engine/react/context.ts';
import { Button } from '#src/ui/Button.tsx';
import { Trash, UploadSimple } from '#src/ui/icons.ts';
import { Note } from '#src/ui/Note.tsx';
import { Sheet } from './Sheet.tsx';
import type { PanelProps } from './panel.ts';
import { readPicture } from './picture.ts';
import { Tools } from './Tools.tsx';

/** The picture is read and drawn anew on the device; the file itself is sent nowhere. */
export function UploadPanel({ address, content, onGive, date, isInvalid, isDisabled }: PanelProps<'uploaded'> & { address: Address }) {
  const intl = useIntl();
  const { engine: { store } } = useFormContext();
  const input = useRef<HTMLInputElement>(null);
  const [isReading, setIsReading] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const isGone = useRef(false);

  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true; // signed in another way meanwhile
      store.setBusy(address, undefined);
    };
  }, [store, address]);

  async function handlePick({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? [];
    if (!file) return;
    setIsReading(true);
    setHasFailed(false);
    store.setBusy(address, 'uploading');
    const png = await readPicture(file).catch(() => undefined);
    if (isGone.current) return;
    onGive(png === undefined ? undefined : { method: 'uploaded', png }); // no picture stays that nobody will get
    setHasFailed(png === undefined);
    target.value = ''; // the same file can be picked again
    store.setBusy(address, undefined);
    setIsReading(false);
  }

  return (
    <>
      <Sheet content={content} isInvalid={isInvalid} label={intl.formatMessage({ id: content ? 'signature.sheetUploaded' : 'signature.sheetEmpty' })} caption={<><span>{!content && <FormattedMessage id="signature.uploadHint" />}</span>{date}</>} />
      <Tools>
        <Button variant="ghost" isBusy={isReading} disabled={isDisabled} icon={<UploadSimple size={20} aria-hidden />} onClick={() => input.current?.click()}><FormattedMessage id={content ? 'signature.pickAnother' : 'signature.pick'} /></Button>
        <Button variant="ghost" disabled={isDisabled || !content} icon={<Trash size={20} aria-hidden />} onClick={() => onGive(undefined)}><FormattedMessage id="signature.remove" /></Button>
        <input ref={input} type="file" hidden accept="image/*" onChange={(event) => void handlePick(event)} data-testid={`pick-${address}`} />
      </Tools>
      {hasFailed && <Note tone="danger" role="alert"><FormattedMessage id="signature.pictureUnusable" /></Note>}
    </>
  );
}
