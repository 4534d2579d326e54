import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import type { WidgetProps } from '#src/engine/core/element.ts';
import { newKey } from '#src/engine/core/newKey.ts';
import { useFormContext } from '#src/engine/react/context.ts';
import {
  unfinishedUploads,
  UploadRefused,
  uploads,
  type UnfinishedUpload,
} from '#src/engine/react/uploads.ts';
import { useOptionalService, useService } from '#src/engine/react/useService.ts';
import { fileLimits, type FileAnswer, type FileConfig } from './fileLimits.ts';
import { isPhoto, shrinkPhoto } from './shrinkPhoto.ts';
import {
  createTurns,
  refusalOf,
  uploadList,
  type PendingUpload,
  type Refusal,
} from './uploadList.ts';

/** A draft may hold the answer of an earlier element of this name; what is no list of files is none. */
export const filesOf = (value: unknown): FileAnswer[] =>
  Array.isArray(value) ? (value as FileAnswer[]) : [];

const isAbort = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError';

/** Sends files as they are added; each ends in the answer, or stays in the list with its reason. */
export function useUploads({
  element,
  address,
  onChange,
}: Pick<WidgetProps<FileConfig, FileAnswer[]>, 'element' | 'address' | 'onChange'>) {
  const intl = useIntl();
  const {
    engine: { store },
  } = useFormContext();
  const { uploadFile, cancelUpload, removeUpload } = useService(uploads);
  const unfinished = useOptionalService(unfinishedUploads);
  const [pending, dispatch] = useReducer(uploadList, [] as readonly PendingUpload[]);
  const aborts = useRef(new Map<string, AbortController>());
  const [arrived, setArrived] = useState<ReadonlyMap<string, { key: string; file: File }>>(
    new Map(),
  ); // by the id of the upload
  const [notAllowed, setNotAllowed] = useState<readonly string[]>([]);
  const [turns] = useState(createTurns);
  const limits = fileLimits(element);

  // Rows can change places while a file is on its way.
  const latest = useRef({ address, onChange });
  useEffect(() => {
    latest.current = { address, onChange };
  });
  const place = store.placeOf(address);
  // Read when it is needed: several files arrive in one turn, and each must see those before it.
  const current = (): FileAnswer[] => filesOf(store.get(latest.current.address));

  useEffect(() => {
    const running = aborts.current;
    return () => running.forEach((abort) => abort.abort());
  }, []);

  const isUnderWay = pending.some(({ state }) => state !== 'failed');
  const hasNotArrived = pending.some(({ retry }) => retry !== 'never');
  const isPreparing = pending.some(({ state }) => state === 'preparing');
  const isRefused = pending.some(({ state, retry }) => state === 'failed' && retry === 'never'); // nobody is to believe that it went along
  const areSentAlong = unfinished?.areSentAlong;
  const busyWith =
    areSentAlong && isPreparing
      ? 'preparing'
      : !areSentAlong && isUnderWay
        ? 'uploading'
        : isRefused
          ? 'notTaken'
          : !areSentAlong && hasNotArrived
            ? 'notArrived'
            : undefined;
  const isKeptOpen = isUnderWay || hasNotArrived;
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

  const refuse = (key: string, { rule, limit = 0 }: Refusal) =>
    dispatch({
      type: 'failed',
      key,
      retry: 'never',
      isSurplus: rule === 'count',
      message: intl.formatMessage({ id: `file.refused.${rule}` }, { limit }),
    });

  function takeTurn(id: string, before?: string): void {
    turns.take(id, before);
    unfinished?.arrange?.(turns.ids());
  }

  function start(key: string, file: File): void {
    takeTurn(key);
    dispatch({ type: 'started', key, file });
  }

  async function upload(key: string, original: File, signal: AbortSignal): Promise<void> {
    const file = await shrinkPhoto(original, element.photoMaxSidePx);
    signal.throwIfAborted();
    const refusal = refusalOf(file, limits, 0);
    if (refusal && refusal.rule !== 'extension') return refuse(key, refusal); // what has another name by now was looked at before
    dispatch({ type: 'prepared', key, file });
    const isKept = unfinished?.keep({ key, place, file });
    const stored = await uploadFile(file, {
      elementId: element.id,
      idempotencyKey: key,
      signal,
      onProgress: (sentBytes) => dispatch({ type: 'progressed', key, sentBytes }),
    });
    const others = current().filter(({ entityId }) => entityId !== stored.fileuploadId); // an earlier visit may have got as far
    takeTurn(stored.fileuploadId, key);
    latest.current.onChange(
      turns.sort(
        [
          ...others,
          {
            entityId: stored.fileuploadId,
            name: stored.fileName,
            extension: stored.fileExtension,
            size: stored.size,
          },
        ],
        ({ entityId }) => entityId,
      ),
    );
    setArrived((before) => new Map(before).set(stored.fileuploadId, { key, file }));
    dispatch({ type: 'ended', key });
    void isKept?.then(() => unfinished?.drop(key));
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
      const failure = describe(error);
      if (failure.retry === 'never') void unfinished?.drop(key);
      dispatch({ type: 'failed', key, ...failure });
    } finally {
      aborts.current.delete(key);
    }
  }

  function describe(error: unknown): Pick<PendingUpload, 'retry'> & { message: string } {
    if (!(error instanceof UploadRefused))
      return { message: intl.formatMessage({ id: 'error.unexpected' }), retry: 'onRequest' };
    const isOffline = error.retry === 'whenOnline' && !navigator.onLine;
    return {
      message: isOffline ? intl.formatMessage({ id: 'file.waitsForNet' }) : error.message,
      retry: error.retry,
    };
  }

  /** One of the files that count has gone: the first that was too many takes its place. */
  function fillRoom(): void {
    const next = pending.find(({ isSurplus }) => isSurplus);
    if (next) void send(next.key, next.file);
  }

  const takeUp = useEffectEvent((left: readonly UnfinishedUpload[]) =>
    left
      .filter((kept) => kept.place === place && !pending.some(({ key }) => key === kept.key))
      .forEach(({ key, file }) => void send(key, file)),
  );
  useEffect(() => {
    let isGone = false;
    void unfinished?.list().then((left) => {
      if (!isGone) takeUp(left);
    });
    return () => {
      isGone = true;
    };
  }, [unfinished, place]);

  const goOn = useEffectEvent(() =>
    pending
      .filter(({ retry }) => retry === 'whenOnline')
      .forEach(({ key, file }) => void send(key, file)),
  );
  useEffect(() => {
    const handleOnline = () => goOn();
    addEventListener('online', handleOnline);
    return () => removeEventListener('online', handleOnline);
  }, []);

  return {
    pending,

    /** Names of the files that were left out when some were last added. */
    notAllowed,
    /** What has arrived from here, by the id of its upload: its bytes need not be loaded to be looked at. */
    arrived,
    inTurn: turns.sort,

    add(files: readonly File[]) {
      setNotAllowed(
        files.flatMap((file) =>
          refusalOf(file, limits, 0)?.rule === 'extension' ? file.name : [],
        ),
      );
      let taken =
        current().length +
        new Set([
          ...aborts.current.keys(),
          ...pending.flatMap(({ key, state, retry }) =>
            state === 'failed' && retry === 'never' ? [] : key,
          ),
        ]).size;
      for (const file of files) {
        const key = newKey();
        const refusal = refusalOf(file, limits, taken);
        if (refusal?.rule === 'extension') continue;
        if (refusal && !(refusal.rule === 'size' && isPhoto(file))) {
          // a photo may still become small enough
          start(key, file);
          refuse(key, refusal);
          continue;
        }
        taken += 1;
        void send(key, file);
      }
    },

    retry: ({ key, file }: PendingUpload) => void send(key, file),

    /** Cancels what is being sent, and takes a refused file out of sight. */
    dismiss(key: string) {
      aborts.current.get(key)?.abort();
      dispatch({ type: 'ended', key });
      if (
        pending.some(
          (each) => each.key === key && !(each.state === 'failed' && each.retry === 'never'),
        )
      )
        fillRoom();
      cancelUpload(key).catch(() => undefined); // what has arrived goes after a day anyway
      void unfinished?.drop(key);
    },

    remove(entityId: string) {
      const rest = current().filter((file) => file.entityId !== entityId);
      onChange(rest.length > 0 ? rest : undefined);
      fillRoom();
      // The server removes what nothing refers to after a day anyway; the answer no longer names the file.
      removeUpload(entityId).catch(() => undefined);
    },
  };
}
