import { useDispatch, useSelector } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import type { StatementHashes } from '#schemas/accounts/statements.ts';
import type { RegistrationWizard } from '#schemas/access/users.ts';
import type { AppDispatch } from '#src/api/client/dispatch.ts';
import { hasReason, getProblem, hasOtherStatements, toApiError } from '#src/api/client/errors.ts';
import { userSessions } from '#src/api/client/userSessions.ts';
import { usersApi } from '#src/api/access/users.ts';
import { isStepBefore, paths, type WizardPage } from '#src/routing/paths.ts';
import { readStored, removeStored, writeStored, writeTabChoice } from '#src/device/storage.ts';
import { registration, type RegistrationState } from './slice.ts';

/** Maps fields of the request to the step that asks for them. */
const pageOfField: Readonly<Record<string, WizardPage>> = {
  '/username': 'username',
  '/AgbsAccepted': 'welcome',
  '/statementHashes': 'welcome',
  '/statementHashes/agb': 'welcome',
  '/statementHashes/datenschutz': 'welcome',
};

const {
  checkUsername,
  startRegistration,
  registerUser,
  getInvitation,
  getRegistrationWizard,
  joinInvitation,
} = usersApi.endpoints;

type GoTo = (page: WizardPage, accepted?: StatementHashes) => void;

/** Stores the step. Each step has a history entry, so Back works. */
function useGoTo(hashUserKey: string): GoTo {
  const navigate = useNavigate();
  return (page, accepted = readStored('registration')?.accepted) => {
    const isOnward =
      page !== 'done' && isStepBefore(readStored('registration')?.page ?? 'welcome', page);
    void navigate(paths.registration(hashUserKey, page), { replace: !isOnward });
    writeStored('registration', { hashUserKey, page, accepted });
  };
}

function useUsernameChoice(goTo: GoTo) {
  const dispatch = useDispatch<AppDispatch>();

  const isFree = (userId: string, wanted: string) =>
    dispatch(
      checkUsername.initiate(
        { params: { userId, username: wanted } },
        { forceRefetch: true, subscribe: false },
      ),
    ).unwrap();

  /** Rejects with an ApiError that names the field when the username is taken. */
  async function chooseUsername(userId: string, wanted: string, takenText: string): Promise<void> {
    const { isValid, reasonMessage = takenText } = await isFree(userId, wanted);
    if (!isValid)
      throw toApiError(409, {
        reason: 'usernameTaken',
        reasonMessage,
        fields: { '/username': reasonMessage },
      });
    writeTabChoice('chosenUsername', wanted);
    dispatch(registration.actions.usernameChosen(wanted));
    goTo('password');
  }

  /** Stored; survives a reload. */
  const typeUsername = (typed: string): void =>
    writeTabChoice('chosenUsername', typed || undefined);

  return { isFree, chooseUsername, typeUsername };
}

/** Sends the registration with the task key that the server assigns to the invitation. */
function useSendRegistration(hashUserKey: string) {
  const dispatch = useDispatch<AppDispatch>();
  return async (
    { accountId, userId, token }: RegistrationWizard,
    { username, password }: { username: string; password: string },
  ): Promise<void> => {
    const params = { acc: accountId, key: hashUserKey };
    const { asyncTaskKey } = await dispatch(
      startRegistration.initiate({ params }, { forceRefetch: true, subscribe: false }),
    ).unwrap();
    const body = {
      username,
      password,
      passwordConfirmation: password,
      accountId,
      Key: asyncTaskKey,
      userId,
      AgbsAccepted: true,
      statementHashes: readStored('registration')?.accepted ?? {},
      token,
    };
    await dispatch(registerUser.initiate({ params, body }, { track: false })).unwrap();
  };
}

/** Accepts the invitation with this browser's login, and ends the session by PIN. */
function useJoining(hashUserKey: string, goTo: GoTo) {
  const dispatch = useDispatch<AppDispatch>();
  return async (): Promise<void> => {
    const params = { hashUserKey };
    const { joinToken } = await dispatch(
      getRegistrationWizard.initiate({ params }, { forceRefetch: true, subscribe: false }),
    ).unwrap();
    const body = {
      joinToken,
      AgbsAccepted: true,
      statementHashes: readStored('registration')?.accepted ?? {},
    };
    const { user } = await dispatch(
      joinInvitation.initiate({ params, body }, { track: false }),
    ).unwrap();
    goTo('done'); // before the session ends, because the guards would ask for a PIN
    userSessions.update('registered', user);
    removeStored('unregisteredSession');
  };
}

/** Actions of the registration's steps. `hashUserKey` is the invitation's key. */
export function useRegistration(hashUserKey: string) {
  const dispatch = useDispatch<AppDispatch>();
  const { username, refusal } = useSelector((state: RegistrationState) => state.registration);
  const goTo = useGoTo(hashUserKey);
  const sendRegistration = useSendRegistration(hashUserKey);
  const joinWithLogin = useJoining(hashUserKey, goTo);

  const reloadInvitation = () =>
    dispatch(
      getInvitation.initiate({ params: { hashUserKey } }, { forceRefetch: true, subscribe: false }),
    );

  /** Returns to the step that asks for the refused field. */
  async function goToRefused(error: unknown): Promise<void> {
    if (hasReason(error, 'alreadyRegistered')) return goTo('done');
    if (hasOtherStatements(error)) await reloadInvitation();
    const [pointer, text] =
      Object.entries(getProblem(error)?.fields ?? {}).find(([field]) => pageOfField[field]) ?? [];
    const page = pointer && pageOfField[pointer];
    if (!page || !text) return;
    dispatch(registration.actions.refused({ page, text }));
    goTo(page);
  }

  async function send(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      await goToRefused(error);
      throw error;
    }
  }

  const register = (wizard: RegistrationWizard, password: string): Promise<void> =>
    send(async () => {
      await sendRegistration(wizard, { username: username ?? '', password });
      goTo('done');
    });
  const join = (): Promise<void> => send(joinWithLogin);

  /** Stored until the logout, because the guards redirect without it. */
  function end(): void {
    dispatch(registration.actions.ended());
    writeTabChoice('chosenUsername', undefined);
    void reloadInvitation();
  }

  return {
    username,
    refusal,
    accepted: readStored('registration')?.accepted,
    /** Continues with the hashes of the accepted texts. */
    accept: (shown: StatementHashes, page: 'login' | 'username'): void => goTo(page, shown),
    goTo,
    ...useUsernameChoice(goTo),
    register,
    join,
    end,
  };
}

export type RegistrationSteps = ReturnType<typeof useRegistration>;
