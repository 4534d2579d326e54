import { styled } from '@linaria/react';
import {
  useEffect,
  useRef,
  useState,
  type ChangeEvent,
  type DragEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { FormattedMessage } from 'react-intl';
import { Button } from '#src/ui/Button.tsx';
import { Camera, UploadSimple } from '#src/ui/icons.ts';
import type { getFileLimits } from './fileLimits.ts';
import { isPhotoExtension } from './shrinkPhoto.ts';
import { formatAccept } from './uploadList.ts';

const DropZone = styled.div`
  display: grid;
  grid-template-columns: auto 1fr auto;
  align-items: center;
  gap: var(--s-4);
  padding: var(--s-5);
  border: 1.5px dashed var(--border-strong);
  border-radius: var(--r-md);
  background: var(--sunken);
  > svg {
    color: var(--accent-text);
  }
  small {
    display: block;
    color: var(--muted);
    font-size: var(--text-sm);
  }
  &[data-over] {
    background: var(--accent-tint);
    border-color: var(--accent-edge);
    border-style: solid;
  }
  &[data-invalid] {
    border-color: var(--danger);
  }
  @media (max-width: 767px) {
    grid-template-columns: auto 1fr;
    padding: var(--s-4);
  }
  /* Fingers drag no files: what is left are the buttons. */
  @media (pointer: coarse) {
    grid-template-columns: 1fr;
    > svg,
    > span {
      display: none;
    }
  }
`;

const Ways = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: var(--s-2);
  /* Where there is no camera to hold, taking a photo would open the file dialog a second time. */
  @media not (pointer: coarse) {
    > [data-camera] {
      display: none;
    }
  }
  @media (max-width: 767px) {
    grid-column: 1 / -1;
    > button {
      flex: 1 1 10rem;
    }
  }
`;

/** A file dropped beside the drop zone would make the browser leave the form. */
function useMissedDrops(): void {
  useEffect(() => {
    const preventNavigation = (event: globalThis.DragEvent) => {
      // text may be dropped into any field
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    };
    addEventListener('dragover', preventNavigation);
    addEventListener('drop', preventNavigation);
    return () => {
      removeEventListener('dragover', preventNavigation);
      removeEventListener('drop', preventNavigation);
    };
  }, []);
}

type DropTargetProps = {
  isDisabled: boolean;
  isInvalid: boolean;
  onAdd: (files: readonly File[]) => void;
  children: ReactNode;
};

function DropTarget({ isDisabled, isInvalid, onAdd, children }: DropTargetProps) {
  const [isOver, setIsOver] = useState(false);
  useMissedDrops();

  function handleDrop(event: DragEvent) {
    setIsOver(false);
    if (!isDisabled) onAdd([...event.dataTransfer.files]);
  }

  function handleDragLeave({ currentTarget, relatedTarget }: DragEvent) {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setIsOver(false);
  }

  return (
    <DropZone
      data-over={isOver || undefined}
      data-invalid={isInvalid || undefined}
      onDragOver={() => setIsOver(true)}
      onDragLeave={handleDragLeave}
      onDrop={handleDrop}
    >
      {children}
    </DropZone>
  );
}

const DropHint = () => (
  <>
    <UploadSimple size={32} aria-hidden />
    <span>
      <b>
        <FormattedMessage id="file.dropHere" />
      </b>
      <small>
        <FormattedMessage id="file.orChoose" />
      </small>
    </span>
  </>
);

type FilePickerProps = Omit<DropTargetProps, 'children'> & {
  elementId: string;
  limits: ReturnType<typeof getFileLimits>;
  describedBy: string | undefined;
  /** the file input, so that the viewer can open its dialog too */
  input: RefObject<HTMLInputElement | null>;
  button: RefObject<HTMLButtonElement | null>;
};

/** Drop zone with buttons for the file dialog and the camera. */
export function FilePicker({
  elementId,
  limits,
  describedBy,
  input,
  button,
  ...drop
}: FilePickerProps) {
  const camera = useRef<HTMLInputElement>(null);
  const { isDisabled, onAdd } = drop;

  function handlePick(event: ChangeEvent<HTMLInputElement>) {
    onAdd([...(event.target.files ?? [])]);
    event.target.value = ''; // so that the same file can be picked again
  }

  const shared = { type: 'file', hidden: true, onChange: handlePick } as const;
  return (
    <DropTarget {...drop}>
      <DropHint />
      <Ways>
        <Button
          ref={button}
          aria-describedby={describedBy}
          disabled={isDisabled}
          onClick={() => input.current?.click()}
        >
          <FormattedMessage id="file.choose" values={{ max: limits.maxFiles }} />
        </Button>
        {limits.extensions.some(isPhotoExtension) && (
          <Button
            data-camera
            disabled={isDisabled}
            icon={<Camera size={20} aria-hidden />}
            onClick={() => camera.current?.click()}
          >
            <FormattedMessage id="file.takePhoto" />
          </Button>
        )}
      </Ways>
      <input
        {...shared}
        ref={input}
        multiple={limits.maxFiles > 1}
        accept={formatAccept(limits)}
        data-testid={`pick-${elementId}`}
      />
      <input
        {...shared}
        ref={camera}
        accept="image/*"
        capture="environment"
        data-testid={`camera-${elementId}`}
      />
    </DropTarget>
  );
}
