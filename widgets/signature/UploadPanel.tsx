import { useEffect, useEffectEvent, useRef, useState, type ChangeEvent } from 'react';
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
export function UploadPanel({
  address,
  content,
  onGive,
  date,
  isInvalid,
  isDisabled,
}: PanelProps<'uploaded'> & { address: Address }) {
  const intl = useIntl();
  const {
    engine: { store },
  } = useFormContext();
  const input = useRef<HTMLInputElement>(null);
  const [picked, setPicked] = useState<File>();
  const [hasFailed, setHasFailed] = useState(false);

  function handlePick({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? [];
    target.value = ''; // the same file can be picked again
    if (!file) return;
    setPicked(file);
    setHasFailed(false);
  }

  const handleRead = useEffectEvent((png: string | undefined) => {
    onGive(png === undefined ? undefined : { method: 'uploaded', png }); // no picture stays that nobody will get
    setHasFailed(png === undefined);
    setPicked(undefined);
  });

  useEffect(() => {
    if (!picked) return undefined;
    let isLatest = true; // not signed in another way meanwhile
    void readPicture(picked)
      .catch(() => undefined)
      .then((png) => {
        if (isLatest) handleRead(png);
      }); // one that cannot be read is said to be so
    return () => {
      isLatest = false;
    };
  }, [picked]);

  useEffect(() => {
    if (!picked) return undefined;
    store.setBusy(address, 'uploading');
    return () => store.setBusy(address, undefined);
  }, [picked, store, address]);

  return (
    <>
      <Sheet
        content={content}
        isInvalid={isInvalid}
        label={intl.formatMessage({
          id: content ? 'signature.sheetUploaded' : 'signature.sheetEmpty',
        })}
        caption={
          <>
            <span>{!content && <FormattedMessage id="signature.uploadHint" />}</span>
            {date}
          </>
        }
      />
      <Tools>
        <Button
          variant="ghost"
          isBusy={picked !== undefined}
          disabled={isDisabled}
          icon={<UploadSimple size={20} aria-hidden />}
          onClick={() => input.current?.click()}
        >
          <FormattedMessage id={content ? 'signature.pickAnother' : 'signature.pick'} />
        </Button>
        <Button
          variant="ghost"
          disabled={isDisabled || !content}
          icon={<Trash size={20} aria-hidden />}
          onClick={() => onGive(undefined)}
        >
          <FormattedMessage id="signature.remove" />
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          accept="image/*"
          onChange={handlePick}
          data-testid={`pick-${address}`}
        />
      </Tools>
      {hasFailed && (
        <Note tone="danger" role="alert">
          <FormattedMessage id="signature.pictureUnusable" />
        </Note>
      )}
    </>
  );
}
