import type { ValidatorModule } from '#src/engine/react/context/formEngine.ts';

const validatorAddress = /^\/validators\/[0-9a-f]{32}\.js$/;

/** Loads the validators of a revision, from our own origin only. */
export async function loadValidators(url: string): Promise<ValidatorModule> {
  if (!validatorAddress.test(url)) throw new Error('Not an address of validators');
  return (await import(/* @vite-ignore */ url)) as ValidatorModule;
}
