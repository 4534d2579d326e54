import type { FastifyInstance, FastifyReply } from 'fastify';
import {
  getLogo, getPrivacy, getPublicInfo, getSecondaryLogo, getTerms, listAccounts, resolveAccountKey, type Account, type AccountContact, type AccountPublicInfo,
} from '#schemas/accounts.ts';
import type { Deps } from '#server/deps.ts';
import type { AccountRow } from '#server/db/schema.ts';
import { problem } from '#server/http/errors.ts';
import { route } from '#server/http/route.ts';
import { listAssistants } from '#server/modules/providerForms/service.ts';
import { findAccount, findAccountByKey, listAccountsOf } from './repository.ts';
import { logoUrl } from './service.ts';

async function publicInfo(deps: Deps, account: AccountRow): Promise<AccountPublicInfo> {
  return {
    accountId: account.id,
    accountName: account.name,
    accountShortName: account.shortName,
    accountUniqueKey: account.uniqueKey,
    primaryColor: account.primaryColor,
    secondaryColor: account.secondaryColor,
    primaryLogoUrl: logoUrl(account, 'logo'),
    secondaryLogoUrl: logoUrl(account, 'secondarylogo'),
    welcomeText: account.welcomeText,
    welcomeHeadline: account.welcomeHeadline,
    esyThingAgb: account.terms,
    esyThingDatenschutz: account.privacy,
    contact: JSON.parse(account.contact) as AccountContact,
    assistants: await listAssistants(deps, account),
  };
}

async function forClient(deps: Deps, account: AccountRow & { acceptedAt: string | null }): Promise<Account> {
  const { contact: phone, website, ...address } = JSON.parse(account.contact) as AccountContact;
  return {
    id: account.id,
    name: account.name,
    uniqueAccountKey: account.uniqueKey,
    address,
    phone,
    website,
    mainColor: account.primaryColor,
    secondaryColor: account.secondaryColor,
    primaryLogoUrl: logoUrl(account, 'logo'),
    secondaryLogoUrl: logoUrl(account, 'secondarylogo'),
    isActivated: account.acceptedAt !== null,
    esyThingAgb: account.terms,
    esyThingDatenschutz: account.privacy,
    assistants: await listAssistants(deps, account),
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
    const accounts = await listAccountsOf(deps.db, userId, accountIds);
    return { accounts: await Promise.all(accounts.map((account) => forClient(deps, account))) };
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
    return { agb: terms };
  });

  route(app, deps, getPrivacy, async ({ params }) => {
    const { privacy } = await knownAccount(deps, params.acc);
    if (privacy === null) throw problem('notFound');
    return { datenschutz: privacy };
  });
}
