import type { FastifyInstance, FastifyReply } from 'fastify';
import {
  getAccountDetails,
  getAccountPages,
  getAutoResponder,
  getLogo,
  getPrivacy,
  getSecondaryLogo,
  getTerms,
  putAccountDetails,
  putAccountPages,
  resolveAccountKey,
  setAutoResponder,
} from '#schemas/accounts/accounts.ts';
import { hashOfText } from '#server/db/hash.ts';
import type { Deps } from '#server/deps.ts';
import { createProblem } from '#server/problem.ts';
import { route } from '#server/http/route.ts';
import { getLanguage } from '#server/texts.ts';
import { readAutoResponder, changeAutoResponder } from './autoResponder.ts';
import { findAccountByKey, getAccount } from './repository.ts';
import { getDetails, setDetails } from './details.ts';
import { getPages, setPages } from './pages.ts';
import { getKnownAccount } from './service.ts';

async function sendLogo(
  { blobStore }: Deps,
  reply: FastifyReply,
  key: string | null,
): Promise<FastifyReply> {
  if (!key) throw createProblem('notFound'); // 404 without a logo
  return reply
    .type('image/png')
    .header('cache-control', 'public, max-age=3600')
    .send(await blobStore.get(key));
}

export function registerAccountRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, getAccountPages, async ({ caller }) =>
    getPages(await getAccount(deps.db, caller.accountId)),
  );

  route(app, deps, putAccountPages, async ({ caller, body, request }) => {
    await setPages(deps, await getAccount(deps.db, caller.accountId), body, getLanguage(request));
    return body;
  });

  route(app, deps, getAccountDetails, async ({ caller }) =>
    getDetails(await getAccount(deps.db, caller.accountId)),
  );

  route(app, deps, putAccountDetails, ({ caller, body }) =>
    setDetails(deps, caller.accountId, body),
  );

  route(app, deps, resolveAccountKey, async ({ params }) => {
    const account = await findAccountByKey(deps.db, params.identify);
    if (!account) throw createProblem('notFound');
    return { accountId: account.id };
  });

  route(app, deps, getLogo, async ({ params, reply }) =>
    sendLogo(deps, reply, (await getKnownAccount(deps, params.acc)).logoKey),
  );

  route(app, deps, getSecondaryLogo, async ({ params, reply }) =>
    sendLogo(deps, reply, (await getKnownAccount(deps, params.acc)).secondaryLogoKey),
  );

  route(app, deps, getTerms, async ({ params }) => {
    const { terms } = await getKnownAccount(deps, params.acc);
    if (terms === null) throw createProblem('notFound');
    return { agb: terms, hash: hashOfText(terms) };
  });

  route(app, deps, getPrivacy, async ({ params }) => {
    const { privacy } = await getKnownAccount(deps, params.acc);
    if (privacy === null) throw createProblem('notFound');
    return { datenschutz: privacy, hash: hashOfText(privacy) };
  });

  route(app, deps, getAutoResponder, async ({ caller }) =>
    readAutoResponder(await getKnownAccount(deps, caller.accountId)),
  );

  route(app, deps, setAutoResponder, async ({ caller, body, request }) => {
    await changeAutoResponder(deps, caller.accountId, body, getLanguage(request));
    return body;
  });
}
