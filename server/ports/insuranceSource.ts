import { readFile } from 'node:fs/promises';
import { Ajv } from 'ajv';
import * as Type from 'typebox';
import { LegalInsurance } from '#schemas/forms/insurances.ts';
import { insuranceSourceLimits } from '#server/ports/limits.ts';

/** A source of the legal insurers. */
export type InsuranceSource = { list(): Promise<LegalInsurance[]> };

export class InsurancesInvalid extends Error {}

// A foreign id may be a number; other fields are ignored.
const isList = new Ajv({
  coerceTypes: true,
  strict: false,
  validateSchema: false, // a part of the contract, whose schemas a test validates
}).compile<LegalInsurance[]>(
  Type.Array(LegalInsurance, { maxItems: insuranceSourceLimits.maxListed }),
);

/** Validates a list and keeps `id` and `name`; throws InsurancesInvalid. */
function readList(entries: unknown, from: string): LegalInsurance[] {
  if (!isList(entries))
    throw new InsurancesInvalid(`${from} must hold a list of { "foreignId", "name" }.`);
  return entries
    .map(({ foreignId, name }) => ({ foreignId, name }))
    .sort((a, b) => a.name.localeCompare(b.name, 'de'));
}

/** Creates a source with a constant list. */
export function createFixedInsurances(entries: unknown, from: string): InsuranceSource {
  const list = readList(entries, from);
  return { list: async () => list };
}

/** Reads the list from a JSON file; throws InsurancesInvalid, or the error of reading. */
export async function readInsurancesFile(path: string): Promise<InsuranceSource> {
  const text = await readFile(path, 'utf8');
  try {
    return createFixedInsurances(JSON.parse(text), path);
  } catch (error) {
    throw error instanceof SyntaxError ? new InsurancesInvalid(`${path} is not JSON.`) : error;
  }
}

/** Creates a source that fetches the list with the installation's token, never with a visitor's. */
export function createUpstreamInsurances({
  url,
  token,
}: {
  url: string;
  token: string | undefined;
}): InsuranceSource {
  return {
    async list() {
      const headers = {
        accept: 'application/json',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      };
      const answer = await fetch(url, {
        headers,
        redirect: 'error',
        signal: AbortSignal.timeout(insuranceSourceLimits.upstreamTimeoutMs),
      });
      if (!answer.ok) throw new InsurancesInvalid(`${url} answered ${answer.status}.`);
      return readList(await answer.json(), url);
    },
  };
}
