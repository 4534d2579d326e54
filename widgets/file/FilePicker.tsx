import { css } from '@linaria/core';
import { styled } from '@linaria/react';
import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type ChangeEvent,
  type DragEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { FormattedMessage } from 'react-intl';
import { localize } from '#schemas/platform/common.ts';
import type { WidgetProps } from '#src/engine/core/element.ts';
import { Button } from '#src/ui/Button.tsx';
import { Camera, UploadSimple } from '#src/ui/icons.ts';
import { useBrowserValue, useIsHydrated } from '#src/ui/useIsHydrated.ts';
import { getFileLimits, type FileAnswer, type FileConfig } from './fileLimits.ts';
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
  /* Fingers drag no files, and without scripts nothing takes them: what is left are the buttons. */
  @media (pointer: coarse), (scripting: none) {
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

/** The browser's own file field, as high as the button that replaces it. */
const nativeClass = css`
  max-width: 100%;
  min-height: var(--target-min);
  &[hidden] {
    display: none;
  }
  &::file-selector-button {
    min-height: var(--target-min);
    margin-right: var(--s-3);
    padding: 0.5rem 1rem;
    border: 1px solid var(--border-strong);
    border-radius: var(--r-sm);
    background: var(--raised);
    color: inherit;
    font: inherit;
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

/** The server does not know the device, so that the browser may correct the attribute. */
const useAccept = (limits: ReturnType<typeof getFileLimits>): string =>
  useBrowserValue(
    () => formatAccept(limits),
    () => formatAccept(limits, false),
  );

type FilePickerProps = Omit<DropTargetProps, 'children'> &
  Pick<
    WidgetProps<FileConfig, FileAnswer[]>,
    'element' | 'address' | 'language' | 'describedBy'
  > & {
    /** the file input, so that the viewer can open its dialog too */
    input: RefObject<HTMLInputElement | null>;
    button: RefObject<HTMLButtonElement | null>;
  };

type PickButtonsProps = Pick<FilePickerProps, 'button' | 'isDisabled' | 'describedBy'> & {
  limits: ReturnType<typeof getFileLimits>;
  onPick: () => void;
  onTakePhoto: () => void;
};

/** Buttons that open the file dialog and the camera. */
const PickButtons = ({ limits, button, isDisabled, describedBy, ...on }: PickButtonsProps) => (
  <>
    <Button ref={button} aria-describedby={describedBy} disabled={isDisabled} onClick={on.onPick}>
      <FormattedMessage id="file.choose" values={{ max: limits.maxFiles }} />
    </Button>
    {limits.extensions.some(isPhotoExtension) && (
      <Button
        data-camera
        disabled={isDisabled}
        icon={<Camera size={20} aria-hidden />}
        onClick={on.onTakePhoto}
      >
        <FormattedMessage id="file.takePhoto" />
      </Button>
    )}
  </>
);

/** Empties a file field, so that the same file can be picked again. */
function clearField(field: HTMLInputElement | null): void {
  if (field) field.value = '';
}

/** Adds files that were picked before hydration. */
function useEarlyFiles(
  input: FilePickerProps['input'],
  onAdd: (files: readonly File[]) => void,
): void {
  const addEarly = useEffectEvent(() => {
    const field = input.current;
    const files = [...(field?.files ?? [])];
    if (files.length === 0) return;
    onAdd(files);
    clearField(field);
  });
  useEffect(() => addEarly(), []);
}

/** Drop zone with buttons for the file dialog and the camera; without scripts a file field. */
export function FilePicker({
  element,
  address,
  language,
  describedBy,
  input,
  button,
  ...drop
}: FilePickerProps) {
  const camera = useRef<HTMLInputElement>(null);
  const isHydrated = useIsHydrated();
  const { isDisabled, onAdd } = drop;
  const limits = getFileLimits(element);
  useEarlyFiles(input, onAdd);

  function handlePick(event: ChangeEvent<HTMLInputElement>) {
    onAdd([...(event.target.files ?? [])]);
    clearField(event.target);
  }

  const shared = { type: 'file', onChange: handlePick } as const;
  return (
    <DropTarget {...drop}>
      <DropHint />
      <Ways>
        <input
          {...shared}
          ref={input}
          className={nativeClass}
          hidden={isHydrated}
          name={address}
          multiple={limits.maxFiles > 1}
          accept={useAccept(limits)}
          aria-label={element.label && localize(element.label, language)}
          aria-describedby={describedBy}
          data-testid={`pick-${element.id}`}
        />
        {isHydrated && (
          <PickButtons
            {...{ limits, button, isDisabled, describedBy }}
            onPick={() => input.current?.click()}
            onTakePhoto={() => camera.current?.click()}
          />
        )}
      </Ways>
      <input
        {...shared}
        ref={camera}
        hidden
        accept="image/*"
        capture="environment"
        data-testid={`camera-${element.id}`}
      />
    </DropTarget>
  );
}
