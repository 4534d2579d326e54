import type { FastifyInstance, FastifyReply } from 'fastify';
import {
  getAccountPages,
  getAccountProfile,
  getAutoResponder,
  getLogo,
  getPrivacy,
  getPublicInfo,
  getSecondaryLogo,
  getTerms,
  listAccounts,
  putAccountPages,
  putAccountProfile,
  resolveAccountKey,
  setAutoResponder,
} from '#schemas/accounts.ts';
import { hashOfText } from '#server/db/hash.ts';
import type { Deps } from '#server/deps.ts';
import type { AccountRow } from '#server/db/schema.ts';
import { problem } from '#server/http/errors.ts';
import { route } from '#server/http/route.ts';
import { languageOf } from '#server/http/texts.ts';
import { autoResponderOf, changeAutoResponder } from './autoResponder.ts';
import { accountsOf } from './clientAccounts.ts';
import { findAccount, findAccountByKey, getAccount } from './repository.ts';
import { pagesOf, setPages } from './pages.ts';
import { profileOf, setProfile } from './profile.ts';
import { publicInfo } from './publicInfo.ts';

async function knownAccount({ db }: Deps, id: string): Promise<AccountRow> {
  const account = await findAccount(db, id);
  if (!account) throw problem('notFound');
  return account;
}

async function sendLogo(
  { blobStore }: Deps,
  reply: FastifyReply,
  key: string | null,
): Promise<FastifyReply> {
  if (!key) throw problem('notFound'); // 404 means no logo
  return reply
    .type('image/png')
    .header('cache-control', 'public, max-age=3600')
    .send(await blobStore.get(key));
}

export function registerAccountRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, getPublicInfo, async ({ params }) =>
    publicInfo(deps, await knownAccount(deps, params.id)),
  );

  route(app, deps, listAccounts, async ({ caller }) => ({
    accounts: await accountsOf(deps, caller),
  }));

  route(app, deps, getAccountPages, async ({ caller }) =>
    pagesOf(await getAccount(deps.db, caller.accountId)),
  );

  route(app, deps, putAccountPages, async ({ caller, body, request }) => {
    await setPages(deps, await getAccount(deps.db, caller.accountId), body, languageOf(request));
    return body;
  });

  route(app, deps, getAccountProfile, async ({ caller }) =>
    profileOf(await getAccount(deps.db, caller.accountId)),
  );

  route(app, deps, putAccountProfile, async ({ caller, body }) => {
    await setProfile(deps, caller.accountId, body);
    return body;
  });

  route(app, deps, resolveAccountKey, async ({ params }) => {
    const account = await findAccountByKey(deps.db, params.identify);
    if (!account) throw problem('notFound');
    return { accountId: account.id };
  });

  route(app, deps, getLogo, async ({ params, reply }) =>
    sendLogo(deps, reply, (await knownAccount(deps, params.acc)).logoKey),
  );

  route(app, deps, getSecondaryLogo, async ({ params, reply }) =>
    sendLogo(deps, reply, (await knownAccount(deps, params.acc)).secondaryLogoKey),
  );

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

  route(app, deps, getAutoResponder, async ({ caller }) =>
    autoResponderOf(await knownAccount(deps, caller.accountId)),
  );

  route(app, deps, setAutoResponder, async ({ caller, body, request }) => {
    await changeAutoResponder(deps, caller.accountId, body, languageOf(request));
    return body;
  });
}
