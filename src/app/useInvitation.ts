import { useEffect, useEffectEvent } from 'react';
import { useIntl } from 'react-intl';
import { useDispatch } from 'react-redux';
import type { AppDispatch } from '#src/api/dispatch.ts';
import { isLive } from '#src/api/userSessions.ts';
import { useKnownInvitation, usersApi } from '#src/api/users.ts';
import { locale } from '#src/features/locale/slice.ts';
import { routes, type Place } from '#src/lib/routes.ts';
import type { ShowToast } from '#src/lib/showToast.ts';
import { readStored, writeTabChoice } from '#src/lib/storage.ts';
import { useStored } from '#src/lib/useStored.ts';

/** Whoever is invited reads the language they are written to in, until they choose another. */
export function useInvitedLanguage({ params: { hashUserKey } }: Place): void {
  const dispatch = useDispatch();
  const language = useKnownInvitation(hashUserKey)?.language;
  useEffect(() => {
    if (!language || readStored('language') !== undefined) return;
    writeTabChoice('invitedLanguage', language);
    dispatch(locale.actions.chosen(language));
  }, [language, dispatch]);
}

/** The guards lead whoever is logged in away from an invitation; where it is for somebody else, this says why. */
export function useForeignInvitation(
  { name, params: { hashUserKey = '' } }: Place,
  showToast: ShowToast,
): void {
  const intl = useIntl();
  const dispatch = useDispatch<AppDispatch>();
  const kept = useStored('registeredSession');
  const user = isLive(kept) ? kept.user : undefined;
  const isMet = routes[name].access === 'byKey' && user !== undefined;
  const tell = useEffectEvent((invitedId: string) => {
    if (!user || invitedId === user.userId) return;
    showToast({
      level: 'warning',
      text: intl.formatMessage(
        { id: 'invitation.foreign' },
        { name: `${user.firstName} ${user.lastName}`.trim() },
      ),
    });
  });
  useEffect(() => {
    if (!isMet || hashUserKey === '') return;
    const looked = dispatch(
      usersApi.endpoints.getInvitation.initiate({ params: { hashUserKey } }, { subscribe: false }),
    );
    void looked.unwrap().then(
      ({ userId }) => tell(userId),
      () => undefined,
    ); // a key that does not work invites nobody
  }, [isMet, hashUserKey, dispatch]);
}
