import type { Flag, Instant, Json, Parsed } from './columns.ts';

/** A client of providers. Has no username and no password until registration. */
export type UserRow = {
  id: string;
  salutation: string;
  firstName: string;
  lastName: string;
  email: string;
  /** lower case, for lookups */
  emailKey: string;
  mobile: string | null;
  language: 'de' | 'en';
  username: string | null;
  /** the name under which logins are counted: lower case, look-alike letters as one */
  usernameKey: string | null;
  /** with ß as ss, too; null: another user has it, or a version without it registered this one */
  foldedUsernameKey: string | null;
  /** argon2id */
  passwordHash: string | null;
  /**
   * the user whose login opens this client's account; null: its own. Each provider knows a person by
   * a row of its own, so that none learns of the other.
   */
  loginId: string | null;
  /** the confirmed address of a login, for its own mails; null: `email` */
  loginEmail: string | null;
  /** lower case, for lookups */
  loginEmailKey: string | null;
  /** 0: invited, 1: registered */
  status: 0 | 1;
  pictureKey: string | null;
  createdAt: Instant;
  registeredAt: Instant | null;
};

/** Makes a user a client of an account. */
export type MembershipRow = {
  userId: string;
  accountId: string;
  isDisabled: Flag;
  /** when the client accepted the account's terms and privacy notice */
  acceptedAt: Instant | null;
  /** hashes of the accepted texts; null: the account had none */
  termsHash: string | null;
  privacyHash: string | null;
  /** key and body hash of the request that created the user */
  idempotencyKey: string | null;
  bodyHash: string;
  /** in the account's own software */
  externalId: string | null;
  /** since then nothing new is exchanged; null: the relation has not ended */
  endedAt: Instant | null;
  endedBy: 'client' | 'provider' | null;
  createdAt: Instant;
  /** last call for this account, to within five minutes; null: none yet */
  lastSeenAt: Instant | null;
};

/** Trace of an erased client. */
export type ClientErasureRow = {
  userId: string;
  accountId: string;
  erasedAt: Instant;
  reason: string;
  /** cases that were erased with the client */
  caseCount: number;
  /** submissions in these cases */
  submissionCount: number;
};

/** A new address or number of a client that waits for its code, which is a PIN. */
export type ContactChangeRow = {
  userId: string;
  kind: 'email' | 'mobile';
  value: string;
  validUntil: Instant;
};

/** A word of a client's name or address, or its stem, by which the account finds the client. */
export type ClientWordRow = { accountId: string; stem: string; userId: string };

/** An invitation link for one user. Only the SHA-256 of its key is stored. */
export type InvitationRow = {
  id: string;
  keyHash: string;
  userId: string;
  accountId: string;
  /** of the request: a retry with the same key must have the same body */
  bodyHash: string;
  pregivenUsername: string | null;
  /** channels for the PIN, e.g. `Sms,Email` */
  pinChannels: string;
  validUntil: Instant;
  revokedAt: Instant | null;
  createdAt: Instant;
};

/** A login on one device. Each renewal replaces its refresh token. */
export type SessionRow = {
  id: string;
  userId: string;
  kind: 'registered' | 'unregistered';
  /** the only account of the session; null: all accounts of the user */
  accountId: string | null;
  /** SHA-256 of the newest refresh token */
  refreshHash: string;
  /** SHA-256 of the previous refresh token, valid for a few more seconds */
  previousHash: string | null;
  refreshedAt: Instant;
  /** from the browser's user agent */
  device: string;
  /** network of the last renewal: an IP address without its last part */
  network: string;
  createdAt: Instant;
  lastUsedAt: Instant;
  validUntil: Instant;
  endedAt: Instant | null;
};

/** A queued request for a username or a password link. Deleted once it was handled. */
export type CredentialRequestRow = {
  id: string;
  kind: 'username' | 'password';
  /** the e-mail address or the username, lower case */
  askedFor: string;
  createdAt: Instant;
};

/** A mailed link to set a new password. Only the SHA-256 of its key is stored. */
export type PasswordLinkRow = {
  keyHash: string;
  userId: string;
  validUntil: Instant;
  usedAt: Instant | null;
};

/** The authenticator app of a user. */
export type TotpSecretRow = {
  userId: string;
  /** encrypted */
  sealedSecret: string;
  /** newest time step whose code was used; codes of it and earlier ones are rejected */
  lastStep: number;
  createdAt: Instant;
};

/** An unused recovery code. */
export type RecoveryCodeRow = { userId: string; hash: string };

/** A passkey of a user. */
export type PasskeyRow = {
  /** credential id, base64url */
  id: string;
  userId: string;
  name: string;
  /** COSE, base64url */
  publicKey: string;
  /** signature counter of the device; always 0 if the device does not count */
  counter: number;
  transports: Json;
  createdAt: Instant;
  lastUsedAt: Instant | null;
};

export type StoredPasskey = Parsed<PasskeyRow, { transports: string[] }>;

/** A single-use token that was used. */
export type UsedTokenRow = { hash: string; validUntil: Instant };

/** Consecutive wrong passwords. */
export type LoginTriesRow = {
  /** hash of a username, a device or an IP address */
  subject: string;
  tries: number;
  lockedUntil: Instant | null;
  triedAt: Instant;
  /** counted attempts whose password is being compared */
  undecided: number;
};

/** A rate limit counter for a time window that ends at `endsAt`. */
export type AttemptCounterRow = {
  /** hashed */
  subject: string;
  count: number;
  endsAt: Instant;
};

/** The response to a request, for retries with its Idempotency-Key. */
export type IdempotencyResponseRow = {
  /** hash of the endpoint, the caller and the Idempotency-Key */
  key: string;
  bodyHash: string;
  /** encrypted */
  sealed: string;
  validUntil: Instant;
};
