import { readFile } from 'node:fs/promises';
import { Ajv } from 'ajv';
import * as Type from 'typebox';
import { LegalInsurance } from '#schemas/insurances.ts';
import { limits } from '#schemas/limits.ts';

/** Where the installation's legal insurers come from (decisions.md, Legal insurance list). */
export type InsuranceSource = { list(): Promise<LegalInsurance[]> };

export class InsurancesInvalid extends Error {}

// A foreign id may come as a number; further fields are theirs to have.
const isList = new Ajv({ coerceTypes: true, strict: false }).compile<LegalInsurance[]>(
  Type.Array(LegalInsurance, { maxItems: limits.insurance.maxListed }),
);

/** Exactly our two fields, by name; throws InsurancesInvalid. */
function readList(entries: unknown, from: string): LegalInsurance[] {
  if (!isList(entries))
    throw new InsurancesInvalid(`${from} must hold a list of { "foreignId", "name" }.`);
  return entries
    .map(({ foreignId, name }) => ({ foreignId, name }))
    .sort((a, b) => a.name.localeCompare(b.name, 'de'));
}

/** A list that stays as it is while the server runs. */
export function createFixedInsurances(entries: unknown, from: string): InsuranceSource {
  const list = readList(entries, from);
  return { list: async () => list };
}

/** The installation's own list in a JSON file; throws InsurancesInvalid, or what reading it throws. */
export async function readInsurancesFile(path: string): Promise<InsuranceSource> {
  const text = await readFile(path, 'utf8');
  try {
    return createFixedInsurances(JSON.parse(text), path);
  } catch (error) {
    throw error instanceof SyntaxError ? new InsurancesInvalid(`${path} is not JSON.`) : error;
  }
}

/** Somebody else's list, asked for with this installation's own credential and never with a visitor's. */
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
        signal: AbortSignal.timeout(limits.insurance.upstreamTimeoutMs),
      });
      if (!answer.ok) throw new InsurancesInvalid(`${url} answered ${answer.status}.`);
      return readList(await answer.json(), url);
    },
  };
}
