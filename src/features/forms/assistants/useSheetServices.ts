import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import { useDispatch } from 'react-redux';
import type { FormProcess } from '#schemas/forms/assistants.ts';
import type { AppDispatch } from '#src/api/client/dispatch.ts';
import type { Round } from '#src/device/draftStorage.ts';
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
  const dispatch = useDispatch<AppDispatch>();
  const unfinished = useMemo(
    () => unfinishedUploads({ form, round }, { workflowKey, revision }, isShared),
    [form, round, workflowKey, revision, isShared],
  );
  return useMemo(
    () =>
      toServices(
        createServices(dispatch, (id) => intl.formatMessage({ id }), { accountId, unfinished }),
      ),
    [dispatch, accountId, unfinished, intl],
  );
}
