import { useCallback, useEffect, useRef, useState } from 'react';
import { claimDraftName } from '#src/device/indexedDb/ownDraftName.ts';
import { resumeDraft, type PortalDraft } from './portalDrafts.ts';

/**
 * Gives this tab a draft of its own while the component is mounted. `reload` reads it again, once it
 * has ended.
 */
export function useOwnDraft(name: string): {
  draft: PortalDraft | undefined;
  reload: () => Promise<void>;
} {
  const [draft, setDraft] = useState<PortalDraft>();
  const form = useRef<string>(undefined);

  const reload = useCallback(async () => {
    if (form.current !== undefined) setDraft(await resumeDraft(form.current));
  }, []);

  useEffect(() => {
    let isCurrent = true;
    const claimed = claimDraftName(name);
    void claimed.then((own) => {
      if (!isCurrent) return;
      form.current = own.form;
      void reload();
    });
    return () => {
      isCurrent = false;
      form.current = undefined;
      void claimed.then(({ release }) => release());
    };
  }, [name, reload]);

  return { draft, reload };
}
