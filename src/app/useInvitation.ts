import { use, useEffect } from 'react';
import { useKnownInvitation } from '#src/api/access/users.ts';
import { AccessPageContext } from '#src/forms/accessPageData.ts';
import type { RouteMatch } from '#src/routing/routes.ts';
import { readStored, writeTabChoice } from '#src/device/storage.ts';

/** Switches to the language of the invitation until the user chooses another. */
export function useInvitedLanguage({ params: { hashUserKey } }: RouteMatch): void {
  const invited = useKnownInvitation(hashUserKey)?.language;
  const page = use(AccessPageContext);
  const language = page?.invited ? page.language : invited; // the address may name another
  useEffect(() => {
    if (!language || readStored('language') !== undefined) return;
    writeTabChoice('invitedLanguage', language);
  }, [language]);
}
