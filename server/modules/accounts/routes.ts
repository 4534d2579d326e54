import type { FastifyInstance, FastifyReply } from 'fastify';
import {
  getAccountPages, getAccountProfile, getAutoResponder, getLogo, getPrivacy, getPublicInfo, getSecondaryLogo, getTerms, listAccounts, putAccountPages, putAccountProfile, resolveAccountKey, setAutoResponder, type Account,
} from '#schemas/accounts.ts';
import { hashOfText } from '#server/db/hash.ts';
import type { Deps } from '#server/deps.ts';
import type { AccountRow } from '#server/db/schema.ts';
import { problem } from '#server/http/errors.ts';
import { route } from '#server/http/route.ts';
import { languageOf, textsIn } from '#server/http/texts.ts';
import { countSharedCases, countUnreadByAccount } from '#server/modules/cases/service.ts';
import { offersOf } from '#server/modules/providerForms/service.ts';
import { findAccount, findAccountByKey, getAccount, listAccountsOf, setAutoReply } from './repository.ts';
import { pagesOf, setPages } from './pages.ts';
import { profileOf, setProfile } from './profile.ts';
import { publicInfo } from './publicInfo.ts';
import { contactOf, logoUrl, statementHashesOf } from './service.ts';

const autoResponderOf = ({ isAutoReplyOn, autoReply }: AccountRow) => ({ isActivated: isAutoReplyOn === 1, message: autoReply });

type Counts = Readonly<Record<'cases' | 'unread', ReadonlyMap<string, number>>>;

async function forClient(deps: Deps, account: Awaited<ReturnType<typeof listAccountsOf>>[number], { cases, unread }: Counts): Promise<Account> {
  const { contact: phone, fax = '', website, ...address } = contactOf(account);
  return {
    id: account.id,
    name: account.name,
    uniqueAccountKey: account.uniqueKey,
    address,
    phone,
    fax,
    website,
    mainColor: account.primaryColor,
    secondaryColor: account.secondaryColor,
    primaryLogoUrl: logoUrl(account, 'logo'),
    secondaryLogoUrl: logoUrl(account, 'secondarylogo'),
    categories: profileOf(account).categories,
    caseCount: cases.get(account.id) ?? 0,
    totalUnreadMessage: unread.get(account.id) ?? 0,
    autoResponderSetting: autoResponderOf(account),
    isActivated: account.acceptedAt !== null,
    isDashboardDisabled: account.isDashboardDisabled === 1,
    esyThingAgb: account.terms,
    esyThingDatenschutz: account.privacy,
    statementHashes: statementHashesOf(account),
    ...(await offersOf(deps, account, logoUrl(account, 'logo'))),
    ...(account.role ? { boardRole: account.role } : {}),
  };
}

async function knownAccount({ db }: Deps, id: string): Promise<AccountRow> {
  const account = await findAccount(db, id);
  if (!account) throw problem('notFound');
  return account;
}

async function sendLogo({ blobStore }: Deps, reply: FastifyReply, key: string | null): Promise<FastifyReply> {
  if (!key) throw problem('notFound'); // 404 means no logo
  return reply.type('image/png').header('cache-control', 'public, max-age=3600').send(await blobStore.get(key));
}

export function registerAccountRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, getPublicInfo, async ({ params }) => publicInfo(deps, await knownAccount(deps, params.id)));

  route(app, deps, listAccounts, async ({ caller: { userId, accountIds } }) => {
    const [accounts, cases, unread] = await Promise.all([listAccountsOf(deps.db, userId, accountIds), countSharedCases(deps.db, userId), countUnreadByAccount(deps.db, userId)]);
    return { accounts: await Promise.all(accounts.map((account) => forClient(deps, account, { cases, unread }))) };
  });

  route(app, deps, getAccountPages, async ({ caller }) => pagesOf(await getAccount(deps.db, caller.accountId)));

  route(app, deps, putAccountPages, async ({ caller, body, request }) => {
    await setPages(deps, await getAccount(deps.db, caller.accountId), body, languageOf(request));
    return body;
  });

  route(app, deps, getAccountProfile, async ({ caller }) => profileOf(await getAccount(deps.db, caller.accountId)));

  route(app, deps, putAccountProfile, async ({ caller, body }) => {
    await setProfile(deps, caller.accountId, body);
    return body;
  });

  route(app, deps, resolveAccountKey, async ({ params }) => {
    const account = await findAccountByKey(deps.db, params.identify);
    if (!account) throw problem('notFound');
    return { accountId: account.id };
  });

  route(app, deps, getLogo, async ({ params, reply }) => sendLogo(deps, reply, (await knownAccount(deps, params.acc)).logoKey));

  route(app, deps, getSecondaryLogo, async ({ params, reply }) => sendLogo(deps, reply, (await knownAccount(deps, params.acc)).secondaryLogoKey));

  route(app, deps, getTerms, async ({ params }) => {
    const { terms } = await knownAccount(deps, params.acc);
    if (terms === null) throw problem('notFound');
    return { agb: terms, hash: hashOfText(terms) };
  });

  route(app, deps, getPrivacy, async ({ params }) => {
    const { privacy } = await knownAccount(deps, params.acc);
    if (privacy === null) throw problem('notFound');
    return { datenschutz: privacy, hash: hashOfText(privacy) };
  });

  route(app, deps, getAutoResponder, async ({ caller }) => autoResponderOf(await knownAccount(deps, caller.accountId)));

  route(app, deps, setAutoResponder, async ({ caller, body, request }) => {
    if (body.isActivated && body.message.trim() === '') throw problem('invalidInput', { '/message': textsIn(languageOf(request))('RequiredFieldValidation', {}) });
    await setAutoReply(deps.db, caller.accountId, { autoReply: body.message, isAutoReplyOn: body.isActivated ? 1 : 0 });
    return body;
  });
}
