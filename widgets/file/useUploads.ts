import { useEffect, useReducer, useRef } from 'react';
import { useIntl } from 'react-intl';
import { fileExtension } from '#schemas/files.rules.ts';
import { newKey } from '#src/engine/core/newKey.ts';
import { useFormContext } from '#src/engine/react/context.ts';
import { UploadRefused } from '#src/engine/react/services.ts';
import { fileLimits, type FileAnswer, type FileConfig } from './fileLimits.ts';
import { refusalOf, uploadList, type PendingUpload } from './uploadList.ts';

/** A draft may hold the answer of an earlier element of this name; what is no list of files is none. */
export const filesOf = (value: unknown): FileAnswer[] => (Array.isArray(value) ? (value as FileAnswer[]) : []);

const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

/** Sends files as they are added; each ends in the answer, or stays in the list with its reason. */
export function useUploads(elementId: string, config: FileConfig, onChange: (value: FileAnswer[] | undefined) => void) {
  const intl = useIntl();
  const { services, busy, engine: { store } } = useFormContext();
  const [pending, dispatch] = useReducer(uploadList, [] as readonly PendingUpload[]);
  const aborts = useRef(new Map<string, AbortController>());

  // Read when it is needed: several files arrive in one turn, and each must see those before it.
  const current = (): FileAnswer[] => filesOf(store.get(elementId));
  const markBusy = () => (aborts.current.size > 0 ? busy.add(elementId) : busy.delete(elementId));

  useEffect(() => {
    const running = aborts.current;
    return () => {
      running.forEach((abort) => abort.abort());
      busy.delete(elementId);
    };
  }, [busy, elementId]);

  async function send(key: string, file: File): Promise<void> {
    const abort = new AbortController();
    aborts.current.set(key, abort);
    markBusy();
    dispatch({ type: 'started', key, file });
    try {
      const stored = await services.uploadFile(file, {
        elementId, idempotencyKey: key, signal: abort.signal, onProgress: (sentBytes) => dispatch({ type: 'progressed', key, sentBytes }),
      });
      onChange([...current(), { entityId: stored.fileuploadId, name: stored.fileName, extension: stored.fileExtension, size: stored.size }]);
      dispatch({ type: 'ended', key });
    } catch (error) {
      if (isAbort(error)) dispatch({ type: 'ended', key });
      else dispatch({ type: 'failed', key, ...describe(error) });
    } finally {
      aborts.current.delete(key);
      markBusy();
    }
  }

  function describe(error: unknown): { message: string; canRetry: boolean } {
    return error instanceof UploadRefused ? { message: error.message, canRetry: error.canRetry } : { message: intl.formatMessage({ id: 'error.unexpected' }), canRetry: true };
  }

  return {
    pending,

    add(files: readonly File[]) {
      const limits = fileLimits(config);
      let taken = current().length + aborts.current.size;
      for (const file of files) {
        const key = newKey();
        const refusal = refusalOf(file, limits, taken);
        if (refusal) {
          dispatch({ type: 'started', key, file });
          const values = { limit: refusal.limit ?? 0, extension: fileExtension(file.name).toUpperCase() };
          dispatch({ type: 'failed', key, canRetry: false, message: intl.formatMessage({ id: `file.refused.${refusal.rule}` }, values) });
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
    },

    remove(entityId: string) {
      const rest = current().filter((file) => file.entityId !== entityId);
      onChange(rest.length > 0 ? rest : undefined);
      // The server removes what nothing refers to after a day anyway; the answer no longer names the file.
      services.removeUpload(entityId).catch(() => undefined);
    },
  };
}
