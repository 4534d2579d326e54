import { useEffect, useEffectEvent, useRef, useState, type ChangeEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { FieldAddress } from '#src/engine/core/fieldAddress.ts';
import { useFormContext } from '#src/engine/react/context/formContext.ts';
import { Button } from '#src/ui/Button.tsx';
import { Trash, UploadSimple } from '#src/ui/icons.ts';
import { Note } from '#src/ui/Note.tsx';
import { BlankPicture, UnusablePicture } from '#src/ui/redrawPicture.ts';
import { SignaturePaper } from './SignaturePaper.tsx';
import type { PanelProps } from './panel.ts';
import { readPicture } from './picture.ts';
import { Tools } from './Tools.tsx';

type UploadPanelProps = PanelProps<'uploaded'> & { address: FieldAddress };

type Problem = `signature.picture${'Blank' | 'Unusable' | 'NotOpened'}`;

function findProblem(error: unknown): Problem {
  if (error instanceof BlankPicture) return 'signature.pictureBlank';
  return error instanceof UnusablePicture
    ? 'signature.pictureUnusable'
    : 'signature.pictureNotOpened';
}

/** Decodes and redraws a picked picture. The form is busy meanwhile. */
function usePickedPicture({ address, onGive }: Pick<UploadPanelProps, 'address' | 'onGive'>) {
  const {
    engine: { store },
  } = useFormContext();
  const [picked, setPicked] = useState<File>();
  const [problem, setProblem] = useState<Problem>();

  function pick({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? [];
    target.value = ''; // so that the same file can be picked again
    if (!file) return;
    setPicked(file);
    setProblem(undefined);
  }

  const handleRead = useEffectEvent((png: string) => {
    onGive({ method: 'uploaded', png });
    setPicked(undefined);
  });
  const handleProblem = useEffectEvent((error: unknown) => {
    const isUnusable = error instanceof UnusablePicture;
    if (isUnusable) onGive(undefined); // so that the previous picture is not taken for this one
    setProblem(findProblem(error));
    setPicked(undefined);
  });

  useEffect(() => {
    if (!picked) return undefined;
    let isLatest = true; // false once another method was used
    readPicture(picked).then(
      (png) => {
        if (isLatest) handleRead(png);
      },
      (error: unknown) => {
        if (isLatest) handleProblem(error);
      },
    );
    return () => {
      isLatest = false;
    };
  }, [picked]);

  useEffect(() => {
    if (!picked) return undefined;
    store.setBusy(address, 'uploading');
    return () => store.setBusy(address, undefined);
  }, [picked, store, address]);

  return { pick, isBusy: picked !== undefined, problem };
}

type PictureToolsProps = {
  hasPicture: boolean;
  isBusy: boolean;
  isDisabled: boolean;
  testId: string;
  onPick: (event: ChangeEvent<HTMLInputElement>) => void;
  onRemove: () => void;
};

function PictureTools(props: PictureToolsProps) {
  const { hasPicture, isBusy, isDisabled, testId, onPick, onRemove } = props;
  const input = useRef<HTMLInputElement>(null);
  return (
    <Tools>
      <Button
        variant="ghost"
        isBusy={isBusy}
        disabled={isDisabled}
        icon={<UploadSimple size={20} aria-hidden />}
        onClick={() => input.current?.click()}
      >
        <FormattedMessage id={hasPicture ? 'signature.pickAnother' : 'signature.pick'} />
      </Button>
      <Button
        variant="ghost"
        disabled={isDisabled || !hasPicture}
        icon={<Trash size={20} aria-hidden />}
        onClick={onRemove}
      >
        <FormattedMessage id="signature.remove" />
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/*"
        onChange={onPick}
        data-testid={testId}
      />
    </Tools>
  );
}

/** The device decodes and redraws the picture; the file itself is not uploaded. */
export function UploadPanel({
  address,
  content,
  onGive,
  date,
  isInvalid,
  isDisabled,
}: UploadPanelProps) {
  const intl = useIntl();
  const { pick, isBusy, problem } = usePickedPicture({ address, onGive });
  return (
    <>
      <SignaturePaper
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
      <PictureTools
        hasPicture={content !== undefined}
        isBusy={isBusy}
        isDisabled={isDisabled}
        testId={`pick-${address}`}
        onPick={pick}
        onRemove={() => onGive(undefined)}
      />
      {problem && (
        <Note tone="danger" role="alert">
          <FormattedMessage id={problem} />
        </Note>
      )}
    </>
  );
}
