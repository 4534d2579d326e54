import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import type { FormProcess } from '#schemas/forms/assistants.ts';
import type { Round } from '#src/device/indexedDb/draftStorage.ts';
import { toServices, type Services } from '#src/engine/react/services/services.ts';
import { createServices } from '#src/forms/services.ts';
import { unfinishedUploads } from '#src/forms/unfinishedUploads.ts';

/** Services of a form for visitors. On a shared device no upload is kept for a later visit. */
export function useSheetServices(
  { accountId, workflowKey, revision }: FormProcess,
  { form, round }: Round,
  isShared: boolean,
): Services {
  const intl = useIntl();
  const unfinished = useMemo(
    () =>
      workflowKey === ''
        ? undefined
        : unfinishedUploads({ form, round }, { workflowKey, revision }, isShared),
    [form, round, workflowKey, revision, isShared],
  );
  return useMemo(
    () =>
      toServices(
        createServices((id) => intl.formatMessage({ id }), {
          accountId,
          ...(unfinished ? { unfinished } : {}),
        }),
      ),
    [accountId, unfinished, intl],
  );
}
