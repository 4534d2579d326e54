import 'react-easy-crop/react-easy-crop.css';
import { styled } from '@linaria/react';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import Cropper from 'react-easy-crop';
import { FormattedMessage, useIntl } from 'react-intl';
import { pictureLimits } from '#schemas/files/limits.ts';
import { UploadRefused } from '#src/engine/react/services/uploads.ts';
import { useUnsavedChanges } from '#src/engine/react/drafts/useUnsavedChanges.tsx';
import { Button } from '#src/ui/Button.tsx';
import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp } from '#src/ui/icons.ts';
import { Dialog } from '#src/ui/Dialog.tsx';
import { Note } from '#src/ui/Note.tsx';
import { Slider } from '#src/ui/Slider.tsx';
import { cropPicture, type Area, type Source } from './source.ts';

const Stage = styled.div`
  position: relative;
  height: min(20rem, 36dvh);
  overflow: hidden;
  background: #16181d;
  border-radius: var(--r-md);
  @media (max-width: 639px) {
    height: 25dvh;
  } /* the sliders below it stay in sight */
  [data-testid='cropper']:focus-visible {
    outline: 3px solid #fff;
    outline-offset: -4px;
  }
`;

const Sliders = styled.div`
  display: grid;
  grid-template-columns: 1fr 1fr;
  gap: var(--s-5);
  margin-top: var(--s-5);
  @media (max-width: 639px) {
    grid-template-columns: 1fr;
    gap: var(--s-4);
  }
`;

const Moves = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: var(--s-2);
  margin-top: var(--s-3);
  > button {
    min-width: var(--target-min);
    padding-inline: 0.6rem;
  }
`;

/** Directions, as the arrow keys move the picture. */
const moves = [
  { text: 'picture.moveLeft', Icon: ArrowLeft, x: -1, y: 0 },
  { text: 'picture.moveRight', Icon: ArrowRight, x: 1, y: 0 },
  { text: 'picture.moveUp', Icon: ArrowUp, x: 0, y: -1 },
  { text: 'picture.moveDown', Icon: ArrowDown, x: 0, y: 1 },
] as const;

const Hint = styled.p`
  margin: var(--s-3) 0 0;
  color: var(--muted);
  font-size: var(--text-sm);
`;

type CropDialogProps = {
  source: Source;
  onClose: () => void;
  /** Stores the cropped picture; rejects on failure. */
  onCut: (picture: Blob, signal: AbortSignal) => Promise<void>;
};

type TransformSlidersProps = {
  zoom: number;
  degrees: number;
  onZoom: (zoom: number) => void;
  onRotate: (degrees: number) => void;
};

function TransformSliders({ zoom, degrees, onZoom, onRotate }: TransformSlidersProps) {
  const intl = useIntl();
  return (
    <Sliders>
      <Slider
        label={intl.formatMessage({ id: 'picture.zoom' })}
        min={1}
        max={pictureLimits.maxZoom}
        step={pictureLimits.zoomStep}
        value={zoom}
        onChange={onZoom}
        valueText={intl.formatMessage(
          { id: 'picture.zoomValue' },
          { zoom: intl.formatNumber(zoom, { maximumFractionDigits: 1 }) },
        )}
      />
      <Slider
        label={intl.formatMessage({ id: 'picture.turn' })}
        min={0}
        max={360}
        step={1}
        value={degrees}
        onChange={onRotate}
        valueText={intl.formatMessage({ id: 'picture.degrees' }, { degrees })}
      />
    </Sliders>
  );
}

function MoveButtons({ onMove }: { onMove: (direction: { x: number; y: number }) => void }) {
  const intl = useIntl();
  return (
    <Moves role="group" aria-label={intl.formatMessage({ id: 'picture.moves' })}>
      {moves.map(({ text, Icon, ...direction }) => (
        <Button
          key={text}
          aria-label={intl.formatMessage({ id: text })}
          onClick={() => onMove(direction)}
        >
          <Icon size={20} aria-hidden />
        </Button>
      ))}
    </Moves>
  );
}

/** Part of the picture to cut out, with the controls that change it. */
function CropArea({
  source,
  degrees,
  onRotate,
  onArea,
}: {
  source: Source;
  degrees: number;
  onRotate: (degrees: number) => void;
  onArea: (area: Area) => void;
}) {
  const intl = useIntl();
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const cropper = useRef<Cropper>(null);

  function move({ x, y }: { x: number; y: number }) {
    const step = pictureLimits.buttonStepPx;
    flushSync(() => setCrop({ x: crop.x + x * step, y: crop.y + y * step }));
    cropper.current?.recomputeCropPosition(); // not beyond the edge
  }

  return (
    <>
      <Stage>
        <Cropper
          ref={cropper}
          image={source.url}
          crop={crop}
          zoom={zoom}
          rotation={degrees}
          aspect={1}
          cropShape="round"
          showGrid={false}
          objectFit="contain"
          minZoom={1}
          maxZoom={pictureLimits.maxZoom}
          keyboardStep={pictureLimits.keyStepPx}
          disableAutomaticStylesInjection
          cropperProps={{
            role: 'application',
            'aria-label': intl.formatMessage({ id: 'picture.move' }),
          }}
          mediaProps={{ alt: '' }}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onRotationChange={onRotate}
          onCropAreaChange={(_, pixels) => onArea(pixels)}
        />
      </Stage>
      <Hint>
        <FormattedMessage id="picture.moveHint" />
      </Hint>
      <MoveButtons onMove={move} />
      <TransformSliders {...{ zoom, degrees, onRotate }} onZoom={setZoom} />
    </>
  );
}

/** Crops the picture and stores it; closing the dialog cancels the upload. */
function useCropUpload(source: Source, onCut: CropDialogProps['onCut']) {
  const intl = useIntl();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const upload = useRef<AbortController>(undefined);
  useEffect(() => () => upload.current?.abort(), []);

  async function take(area: Area, degrees: number) {
    const { signal } = (upload.current = new AbortController());
    setIsBusy(true);
    setProblem(undefined);
    try {
      await onCut(await cropPicture(source, area, degrees), signal);
    } catch (error) {
      if (signal.aborted) return;
      setProblem(
        error instanceof UploadRefused
          ? error.message
          : intl.formatMessage({ id: 'picture.error.notUploaded' }),
      );
      setIsBusy(false);
    }
  }

  return { isBusy, problem, take };
}

/** Crops a picture: moved by dragging, buttons or arrow keys, scaled and rotated by sliders. */
export function CropDialog({ source, onClose, onCut }: CropDialogProps) {
  const intl = useIntl();
  const [degrees, setDegrees] = useState(0);
  const [area, setArea] = useState<Area>();
  const { isBusy, problem, take } = useCropUpload(source, onCut);
  const unsaved = useUnsavedChanges(onClose, true);

  function handleTake() {
    if (area) void take(area, degrees);
  }

  return (
    <>
      <Dialog
        title={intl.formatMessage({ id: 'picture.cropTitle' })}
        closeLabel={intl.formatMessage({ id: 'action.close' })}
        onClose={unsaved.close}
        actions={
          <>
            <Button onClick={unsaved.close}>
              <FormattedMessage id="picture.cancel" />
            </Button>
            <Button variant="primary" isBusy={isBusy} onClick={handleTake}>
              <FormattedMessage id="picture.take" />
            </Button>
          </>
        }
      >
        <CropArea {...{ source, degrees }} onRotate={setDegrees} onArea={setArea} />
        {problem && (
          <Note tone="danger" role="alert">
            {problem}
          </Note>
        )}
      </Dialog>
      {unsaved.question}
    </>
  );
}
