import type { AccountDetails } from '#schemas/accounts/accounts.ts';
import { accountLimits } from '#schemas/accounts/limits.ts';
import { removeAccents, removeMarks } from '#schemas/platform/foldText.ts';
import { newId } from '#server/db/newId.ts';
import type { Db } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { createProblem } from '#server/problem.ts';
import { toContact } from './details.ts';
import * as repository from './repository.ts';

export type { FirmRow } from './repository.ts';
export const { hasFirms, listFirms } = repository;

export type NewFirm = {
  /** names the firm in public addresses */
  uniqueKey: string;
  details: Pick<AccountDetails, 'name'> & Partial<AccountDetails>;
};

/** Returns true for a text that can be the key of a firm in public addresses. */
export const isFirmKey = (text: string): boolean =>
  /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text) && text.length <= accountLimits.maxDetailLength;

const spelledOut: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
};

/**
 * Builds a key from the name of a firm; empty for a name without Latin letters or digits. The last
 * hyphen is removed after the cut, which can leave one.
 */
export const buildFirmKey = (name: string): string =>
  removeMarks(removeAccents(name).replace(/[äöüß]/g, (letter) => spelledOut[letter] ?? letter))
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, accountLimits.maxDetailLength)
    .replace(/-$/, '');

const defaultColors = { primaryColor: '#14505c', secondaryColor: '#c08a3e' };
const noDetails = { street: '', postalCode: '', city: '', phone: '', fax: '', website: '' };

/** Creates an account without pages of its own. Throws `conflict` for a key that is taken. */
export async function createFirm(
  { clock }: Deps,
  db: Db,
  { uniqueKey, details: given }: NewFirm,
): Promise<repository.FirmRow> {
  const details = { ...noDetails, shortName: given.name, ...given };
  const row = {
    id: newId(),
    uniqueKey,
    name: details.name,
    shortName: details.shortName,
    ...defaultColors,
    welcomeHeadline: '',
    welcomeText: '',
    terms: null,
    privacy: null,
    imprint: null,
    accessibility: null,
    contact: JSON.stringify(toContact(details)),
    logoKey: null,
    secondaryLogoKey: null,
    isDashboardDisabled: 0 as const,
    publicPageElsewhere: null,
    footerLinks: null,
    categories: '[]',
    feedbackFormId: null,
    mainServiceFormId: null,
    autoReply: '',
    isAutoReplyOn: 0 as const,
    taskReminderHours: null,
    staffSecondFactorSince: null,
    createdAt: clock.now().toISOString(),
    disabledAt: null,
  };
  if (!(await repository.insertFirm(db, row))) throw createProblem('conflict');
  return row;
}

/** Finds an account by its public key, also a disabled one. Throws `notFound`. */
export async function getFirm(db: Db, uniqueKey: string): Promise<repository.FirmRow> {
  const firm = await repository.findFirm(db, uniqueKey);
  if (!firm) throw createProblem('notFound');
  return firm;
}

/** Disables or enables everything of an account: keys, sessions, pages and forms. */
export async function setFirmDisabled(
  { db, clock }: Deps,
  uniqueKey: string,
  isDisabled: boolean,
): Promise<repository.FirmRow> {
  const firm = await getFirm(db, uniqueKey);
  const disabledAt = isDisabled ? (firm.disabledAt ?? clock.now().toISOString()) : null;
  await repository.setFirmDisabled(db, firm.id, disabledAt);
  return { ...firm, disabledAt };
}
