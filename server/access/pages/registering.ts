import type { RegistrationStep } from '#schemas/access/accessPages.ts';
import type { InvitationMetadata, RegistrationWizard } from '#schemas/access/users.ts';
import type { ConsentName, PostedPortalForm } from '#schemas/forms/postedForms.ts';
import type { Language } from '#schemas/platform/common.ts';
import { minutesPerDay } from '#schemas/platform/time.ts';
import { formatPersonName } from '#schemas/platform/personName.ts';
import type { Deps } from '#server/deps.ts';
import type { UserCaller } from '#server/http/session.ts';
import { createToken } from '#server/security/sealedTokens.ts';
import type { Opened } from './visit.ts';

export type Accepted = InvitationMetadata['statementHashes'];

/** Data of the steps before, sealed into the page. The server stores none of it. */
export type RegistrationState = {
  key: string;
  page: 'username' | 'password' | 'login' | 'join';
  accepted: Accepted;
  username: string;
  /** Sealed state of the second step of a login. */
  login: string | undefined;
};

export const stateKind = { name: 'postedRegistration', minutes: minutesPerDay };

/** An invited client after the PIN. */
export type Registering = {
  deps: Deps;
  key: string;
  invitation: InvitationMetadata;
  language: Language;
  caller: UserCaller;
  wizard: RegistrationWizard;
};

type Shown = Partial<Pick<RegistrationState, 'accepted' | 'username'>> & {
  login?: string | undefined;
  missing?: readonly ConsentName[];
  posted?: PostedPortalForm | undefined;
};

/** Shows a step with what was given so far. */
export function show(
  { deps, key, invitation, language, wizard }: Registering,
  page: RegistrationStep['page'],
  status: number,
  { accepted = {}, username = '', login, missing = [], posted }: Shown = {},
): Opened {
  const isFirst = page === 'welcome' || page === 'done';
  const state = isFirst
    ? ''
    : createToken(deps, stateKind, { key, page, accepted, username, login });
  const { firstName, lastName } = wizard;
  const name = formatPersonName({ firstName, lastName });
  return {
    status,
    language,
    state: {
      invited: { hashUserKey: key, invitation, ...(state === '' ? {} : { state }) },
      registration: { page, name, accepted, missing, ...(username === '' ? {} : { username }) },
      ...(posted ? { posted } : {}),
    },
  };
}
