import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react';
import { useIntl, type IntlShape } from 'react-intl';
import type { WidgetProps } from '#src/engine/core/element.ts';
import { generateKey } from '#src/engine/core/values/generateKey.ts';
import { useFormContext } from '#src/engine/react/context/formContext.ts';
import {
  unfinishedUploads,
  UploadRefused,
  uploads,
  type UnfinishedUpload,
} from '#src/engine/react/services/uploads.ts';
import { useOptionalService, useService } from '#src/engine/react/services/useService.ts';
import { getFileLimits, type FileAnswer, type FileConfig } from './fileLimits.ts';
import { isPhoto, isUntaken, predictName, shrinkPhoto } from './shrinkPhoto.ts';
import {
  createUploadOrder,
  findRejection,
  reduceUploads,
  type PendingUpload,
  type Refusal,
} from './uploadList.ts';

/** A draft may hold an answer of another type under this id; it counts as no files. */
export const listFiles = (value: unknown): FileAnswer[] =>
  Array.isArray(value) ? (value as FileAnswer[]) : [];

const isAbort = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError';

type Store = ReturnType<typeof useFormContext>['engine']['store'];
type UploadProps = Pick<WidgetProps<FileConfig, FileAnswer[]>, 'element' | 'address' | 'onChange'>;

/** Uploads of one question, and the answer that they are added to. */
function useUploadState({ element, address, onChange }: UploadProps) {
  const {
    engine: { store },
  } = useFormContext();
  const unfinished = useOptionalService(unfinishedUploads);
  const [pending, dispatch] = useReducer(reduceUploads, [] as readonly PendingUpload[]);
  const aborts = useRef(new Map<string, AbortController>());
  const [arrived, setArrived] = useState<ReadonlyMap<string, { key: string; file: File }>>(
    new Map(),
  ); // by upload id
  const [turns] = useState(createUploadOrder);

  // Rows can move during an upload.
  const latest = useRef({ address, onChange });
  useEffect(() => {
    latest.current = { address, onChange };
  });

  return {
    element,
    limits: getFileLimits(element),
    place: store.getFieldKey(address),
    store,
    unfinished,
    pending,
    dispatch,
    aborts,
    arrived,
    setArrived,
    sort: turns.sort,
    takeTurn(id: string, before?: string): void {
      turns.take(id, before);
      unfinished?.arrange?.(turns.ids());
    },
    /** Read late, because several files can arrive in one tick; each must see the previous ones. */
    readFiles: (): FileAnswer[] => listFiles(store.get(latest.current.address)),
    changeFiles: (files: FileAnswer[]) =>
      latest.current.onChange(files.length > 0 ? files : undefined),
  };
}

type UploadState = ReturnType<typeof useUploadState>;

/** Returns why the form cannot be sent yet; undefined when the uploads do not prevent it. */
function findBusyReason(pending: readonly PendingUpload[], canFinishAfterSubmit: boolean) {
  const isFailed = ({ state }: PendingUpload): boolean => state === 'failed';
  if (canFinishAfterSubmit && pending.some(({ state }) => state === 'preparing'))
    return 'preparing';
  if (!canFinishAfterSubmit && pending.some((each) => !isFailed(each))) return 'uploading';
  if (canFinishAfterSubmit) return undefined;
  // a refused file says in its row that it is not sent
  const unsent = pending.filter(({ retry }) => retry !== 'never');
  if (unsent.length === 0) return undefined;
  const waitsForNet = !navigator.onLine && unsent.every(({ retry }) => retry === 'whenOnline');
  return waitsForNet ? 'waitsForNet' : 'notArrived';
}

/** Tells the form that it is busy, and warns before the page is closed. */
function useReportBusy(
  store: Store,
  address: UploadProps['address'],
  { pending, unfinished }: UploadState,
): void {
  const canFinishAfterSubmit = unfinished?.canFinishAfterSubmit ?? false;
  const busyWith = findBusyReason(pending, canFinishAfterSubmit);
  const isKeptOpen = pending.some(({ state, retry }) => state !== 'failed' || retry !== 'never');
  useEffect(() => {
    if (!isKeptOpen && !busyWith) return undefined;
    const warn = (event: BeforeUnloadEvent) => {
      if (isKeptOpen) event.preventDefault();
    };
    store.setBusy(address, busyWith);
    addEventListener('beforeunload', warn);
    return () => {
      store.setBusy(address, undefined);
      removeEventListener('beforeunload', warn);
    };
  }, [store, address, isKeptOpen, busyWith]);
}

/** Formats the error of a failed upload, and decides when it is retried. */
function describeFailure(
  error: unknown,
  intl: IntlShape,
): Pick<PendingUpload, 'retry'> & { message: string } {
  if (!(error instanceof UploadRefused))
    return { message: intl.formatMessage({ id: 'error.unexpected' }), retry: 'onRequest' };
  const isOffline = error.retry === 'whenOnline' && !navigator.onLine;
  return {
    message: isOffline ? intl.formatMessage({ id: 'file.waitsForNet' }) : error.message,
    retry: error.retry,
  };
}

type Refuse = (key: string, refusal: Refusal) => void;

/** Returns a function that uploads a file and adds it to the answer. */
function useUpload(state: UploadState, refuse: Refuse) {
  const { uploadFile } = useService(uploads);
  const { element, limits, place, unfinished, dispatch, sort, takeTurn } = state;

  return async (key: string, original: File, signal: AbortSignal): Promise<void> => {
    const { extensions } = limits;
    const photo = await shrinkPhoto(original, { maxSidePx: element.photoMaxSidePx, extensions });
    signal.throwIfAborted();
    const { file, format } = photo;
    if (format && isUntaken(photo, extensions)) {
      const other = { rule: 'photoFormat', format: format.toUpperCase() } as const;
      return refuse(key, format === 'heic' ? { rule: 'heic' } : other);
    }
    const refusal = findRejection(file, limits, 0);
    // any other file with this extension was refused before
    if (refusal && refusal.rule !== 'extension') return refuse(key, refusal);
    dispatch({ type: 'prepared', key, file });
    const isKept = unfinished?.keep({ key, place, file });
    const stored = await uploadFile(file, {
      elementId: element.id,
      idempotencyKey: key,
      signal,
      onProgress: (sentBytes) => dispatch({ type: 'progressed', key, sentBytes }),
    });
    const answer = {
      entityId: stored.fileuploadId,
      name: stored.fileName,
      extension: stored.fileExtension,
      size: stored.size,
    };
    // an earlier visit may have uploaded it
    const others = state.readFiles().filter(({ entityId }) => entityId !== answer.entityId);
    takeTurn(answer.entityId, key);
    state.changeFiles(sort([...others, answer], ({ entityId }) => entityId));
    state.setArrived((before) => new Map(before).set(answer.entityId, { key, file }));
    dispatch({ type: 'ended', key });
    void isKept?.then(() => unfinished?.drop(key));
  };
}

/** Returns functions that upload a file, or list it with the rule that it breaks. */
function useSend(state: UploadState) {
  const intl = useIntl();
  const { aborts, dispatch, unfinished } = state;

  const refuse: Refuse = (key, { rule, limit = 0, format = '' }) =>
    dispatch({
      type: 'failed',
      key,
      retry: 'never',
      isSurplus: rule === 'count',
      message: intl.formatMessage({ id: `file.refused.${rule}` }, { limit, format }),
    });
  const upload = useUpload(state, refuse);

  function start(key: string, file: File): void {
    state.takeTurn(key);
    dispatch({ type: 'started', key, file });
  }

  async function send(key: string, file: File): Promise<void> {
    const abort = new AbortController();
    aborts.current.set(key, abort);
    start(key, file);
    try {
      const work = () => upload(key, file, abort.signal);
      const isOurs = unfinished ? await unfinished.hold(key, work) : await work().then(() => true);
      if (!isOurs) dispatch({ type: 'ended', key });
    } catch (error) {
      if (isAbort(error)) return dispatch({ type: 'ended', key });
      const failure = describeFailure(error, intl);
      if (failure.retry === 'never') void unfinished?.drop(key);
      dispatch({ type: 'failed', key, ...failure });
    } finally {
      aborts.current.delete(key);
    }
  }

  function reject(key: string, file: File, refusal: Refusal): void {
    start(key, file);
    refuse(key, refusal);
  }

  return { send: (key: string, file: File) => void send(key, file), reject };
}

type Send = ReturnType<typeof useSend>['send'];

/** Resumes the uploads of an earlier visit, and failed ones when the device is online again. */
function useResume({ pending, place, unfinished }: UploadState, send: Send): void {
  const resume = useEffectEvent((left: readonly UnfinishedUpload[]) =>
    left
      .filter((kept) => kept.place === place && !pending.some(({ key }) => key === kept.key))
      .forEach(({ key, file }) => send(key, file)),
  );
  useEffect(() => {
    let isGone = false;
    void unfinished?.list().then((left) => {
      if (!isGone) resume(left);
    });
    return () => {
      isGone = true;
    };
  }, [unfinished, place]);

  const retryFailed = useEffectEvent(() =>
    pending
      .filter(({ retry }) => retry === 'whenOnline')
      .forEach(({ key, file }) => send(key, file)),
  );
  useEffect(() => {
    const handleOnline = () => retryFailed();
    addEventListener('online', handleOnline);
    return () => removeEventListener('online', handleOnline);
  }, []);
}

function useAbortOnUnmount({ aborts }: UploadState): void {
  useEffect(() => {
    const running = aborts.current;
    return () => running.forEach((abort) => abort.abort());
  }, [aborts]);
}

/** Returns functions that remove a file, and start the first surplus one in its place. */
function useRemove(state: UploadState, send: Send) {
  const { cancelUpload, removeUpload } = useService(uploads);
  const { pending, aborts, dispatch, unfinished } = state;

  /** Starts the first surplus file after a counted one was removed. */
  function startWaiting(): void {
    const next = pending.find(({ isSurplus }) => isSurplus);
    if (next) send(next.key, next.file);
  }

  return {
    /** Cancels an upload, or removes a rejected file from the list. */
    dismiss(key: string) {
      aborts.current.get(key)?.abort();
      dispatch({ type: 'ended', key });
      if (pending.some((each) => each.key === key && !isRejected(each))) startWaiting();
      // the server deletes unused uploads after a day anyway
      cancelUpload(key).catch(() => undefined);
      void unfinished?.drop(key);
    },

    remove(entityId: string) {
      state.changeFiles(state.readFiles().filter((file) => file.entityId !== entityId));
      startWaiting();
      // The answer no longer names the file, and the server deletes unused uploads after a day.
      removeUpload(entityId).catch(() => undefined);
    },
  };
}

const isRejected = ({ state, retry }: PendingUpload): boolean =>
  state === 'failed' && retry === 'never';

/** Returns name and size to check before the upload: some photos probably become a JPEG. */
const predictSent = ({ name, size }: File, { extensions }: ReturnType<typeof getFileLimits>) => ({
  name: predictName(name, extensions),
  size,
});

/** Returns a function that uploads the allowed files, and lists the others with their error. */
function useAdd(
  { pending, aborts, limits, readFiles }: UploadState,
  { send, reject }: ReturnType<typeof useSend>,
) {
  const [notAllowed, setNotAllowed] = useState<readonly string[]>([]);

  function countTaken(): number {
    const uploading = pending.flatMap((each) => (isRejected(each) ? [] : each.key));
    return readFiles().length + new Set([...aborts.current.keys(), ...uploading]).size;
  }

  function add(files: readonly File[]): void {
    setNotAllowed(
      files.flatMap((file) =>
        findRejection(predictSent(file, limits), limits, 0)?.rule === 'extension' ? file.name : [],
      ),
    );
    let taken = countTaken();
    for (const file of files) {
      const key = generateKey();
      const refusal = findRejection(predictSent(file, limits), limits, taken);
      if (refusal?.rule === 'extension') continue;
      // shrinking may make a photo small enough
      if (refusal && !(refusal.rule === 'size' && isPhoto(file))) {
        reject(key, file, refusal);
        continue;
      }
      taken += 1;
      send(key, file);
    }
  }

  return { notAllowed, add };
}

/**
 * Uploads files as they are added. Each is added to the answer, or stays in the list with its
 * error.
 */
export function useUploads(props: UploadProps) {
  const state = useUploadState(props);
  const sending = useSend(state);
  const { notAllowed, add } = useAdd(state, sending);
  const { dismiss, remove } = useRemove(state, sending.send);
  useAbortOnUnmount(state);
  useReportBusy(state.store, props.address, state);
  useResume(state, sending.send);
  return {
    pending: state.pending,
    failed: state.pending.filter((each) => each.state === 'failed'),
    /** Names of the files rejected when files were last added. */
    notAllowed,
    /** Uploaded files by upload id; the viewer needs no download for them. */
    arrived: state.arrived,
    inTurn: state.sort,
    add,
    retry: ({ key, file }: PendingUpload) => sending.send(key, file),
    dismiss,
    remove,
  };
}
