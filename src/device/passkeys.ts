import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';

/**
 * The reason why there is no passkey: not confirmed in time, already registered, or not supported.
 */
export class PasskeyError extends Error {
  constructor(readonly reason: 'unconfirmed' | 'known' | 'failed') {
    super(`No passkey: ${reason}`);
  }
}

const reasons: Readonly<Record<string, PasskeyError['reason']>> = {
  NotAllowedError: 'unconfirmed',
  AbortError: 'unconfirmed',
  InvalidStateError: 'known',
};

async function wrapErrors<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw new PasskeyError(reasons[error instanceof Error ? error.name : ''] ?? 'failed');
  }
}

export const supportsPasskeys = (): boolean => browserSupportsWebAuthn();

/** Creates a passkey on the device; throws PasskeyError. */
export const createPasskey = (options: PublicKeyCredentialCreationOptionsJSON) =>
  wrapErrors(startRegistration({ optionsJSON: options }));

/** Signs a challenge with a passkey; throws PasskeyError. */
export const askPasskey = (options: PublicKeyCredentialRequestOptionsJSON) =>
  wrapErrors(startAuthentication({ optionsJSON: options }));

const texts = {
  unconfirmed: 'passkey.unconfirmed',
  known: 'passkey.known',
  failed: 'passkey.failed',
} as const;

/** Returns the message id of a PasskeyError; undefined for other errors. */
export const getPasskeyText = (error: unknown) =>
  error instanceof PasskeyError ? texts[error.reason] : undefined;
