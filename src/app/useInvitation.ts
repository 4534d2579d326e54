import { use, useEffect, useEffectEvent } from 'react';
import { useDispatch } from 'react-redux';
import type { AppDispatch } from '#src/api/client/dispatch.ts';
import { isLive } from '#src/api/client/userSessions.ts';
import { useKnownInvitation, usersApi } from '#src/api/access/users.ts';
import { AccessPageContext } from '#src/forms/accessPageData.ts';
import { routes, type RouteMatch } from '#src/routing/routes.ts';
import { readStored, writeTabChoice } from '#src/device/storage.ts';
import { useStored } from '#src/device/useStored.ts';
import { toast } from '#src/ui/toast.ts';

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

/** Shows why an invitation for another user was not opened: the guards redirect without a word. */
export function useForeignInvitation({ name, params: { hashUserKey = '' } }: RouteMatch): void {
  const dispatch = useDispatch<AppDispatch>();
  const kept = useStored('registeredSession');
  const user = isLive(kept) ? kept.user : undefined;
  const isMet = routes[name].access === 'byKey' && user !== undefined;
  const tell = useEffectEvent((invitedId: string) => {
    if (!user || [user.userId, ...Object.values(user.clientIds ?? {})].includes(invitedId)) return;
    toast({
      level: 'warning',
      text: {
        id: 'invitation.foreign',
        values: { name: `${user.firstName} ${user.lastName}`.trim() },
      },
    });
  });
  useEffect(() => {
    if (!isMet || hashUserKey === '') return;
    const looked = dispatch(
      usersApi.endpoints.getInvitation.initiate({ params: { hashUserKey } }, { subscribe: false }),
    );
    void looked.unwrap().then(
      // a new invitation is open to this login as well
      ({ userId, userStatus }) => userStatus === 1 && tell(userId),
      () => undefined,
    ); // an invalid key has no invitation
  }, [isMet, hashUserKey, dispatch]);
}
