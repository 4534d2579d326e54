import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';

/** Why there is no passkey: nobody confirmed in time, the device has one for this user already, or it cannot. */
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

async function asking<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw new PasskeyError(reasons[error instanceof Error ? error.name : ''] ?? 'failed');
  }
}

/** Whether this browser knows passkeys at all. */
export const supportsPasskeys = (): boolean => browserSupportsWebAuthn();

/** Lets the device make a passkey; throws PasskeyError. */
export const createPasskey = (options: PublicKeyCredentialCreationOptionsJSON) =>
  asking(startRegistration({ optionsJSON: options }));

/** Lets a device answer by its passkey; throws PasskeyError. */
export const askPasskey = (options: PublicKeyCredentialRequestOptionsJSON) =>
  asking(startAuthentication({ optionsJSON: options }));

const texts = {
  unconfirmed: 'passkey.unconfirmed',
  known: 'passkey.known',
  failed: 'passkey.failed',
} as const;

/** The id of the sentence for it; undefined for any other error. */
export const passkeyText = (error: unknown) =>
  error instanceof PasskeyError ? texts[error.reason] : undefined;
