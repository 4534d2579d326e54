import { replaceProperty } from './replaceProperty.ts';

const bytes = new Uint8Array([1, 2, 3]).buffer;
const credential = (response: object) => ({
  id: 'AQID',
  rawId: bytes,
  type: 'public-key',
  response: { clientDataJSON: bytes, ...response },
  getClientExtensionResults: () => ({}),
});

/** Gives the browser of a story a passkey, which needs no confirmation. `asked` counts requests. */
export function fakePasskeys(asked: { count: number }): () => void {
  asked.count = 0;
  const answer = (response: object) => async () => {
    asked.count += 1;
    return credential(response);
  };
  return replaceProperty(navigator, 'credentials', {
    create: answer({ attestationObject: bytes }),
    get: answer({ authenticatorData: bytes, signature: bytes }),
  });
}
