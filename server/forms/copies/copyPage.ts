import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { callLimits } from '#schemas/platform/limits.ts';
import { webAddresses } from '#schemas/platform/webAddresses.ts';
import { findAccount, getLetterhead } from '#server/accounts/accounts/service.ts';
import { newId } from '#server/db/newId.ts';
import type { Deps } from '#server/deps.ts';
import { readEvidence, writeAnswersPdf } from '#server/forms/evidence/service.ts';
import { copyLimits } from '#server/forms/limits.ts';
import { buildReference } from '#server/forms/reference.ts';
import { hasSubmission } from '#server/forms/submissions/service.ts';
import { contentTypes } from '#server/http/contentTypes.ts';
import { ignoreBodies } from '#server/http/input/ignoreBodies.ts';
import { assertOwnPage } from '#server/http/ownPage.ts';
import { renderButton, renderParagraph, sendPlainPage } from '#server/http/plainPage.ts';
import { getPageLimit } from '#server/http/rateLimits.ts';
import { asAttachment } from '#server/http/sendBytes.ts';
import { getLanguage, getTexts } from '#server/texts.ts';
import {
  confirm,
  formatCopyPath,
  isKeptOpen,
  isUnused,
  keepOpen,
  readCopyKey,
  type CopyKey,
} from './copyLink.ts';
import { renderCopy } from './renderCopy.ts';

/** `page` names the page whose button was pressed. */
type Call = { Querystring: { key?: string; page?: string } };
type Link = { token: string; key: CopyKey; name: string };

const pdfPath = `${webAddresses.formCopy}/answers.pdf`;

/** Finds the copy of a link; undefined without an enabled account or its submission. */
async function findLink(
  deps: Deps,
  { query: { key: token = '' } }: FastifyRequest<Call>,
): Promise<Link | undefined> {
  const key = readCopyKey(deps, token);
  const account = key && (await findAccount(deps.db, key.accountId));
  const isKnown = account && (await hasSubmission(deps.db, key.accountId, key.submissionId));
  return isKnown ? { token, key, name: account.name } : undefined;
}

function sendUnknown(request: FastifyRequest<Call>, reply: FastifyReply): FastifyReply {
  const language = getLanguage(request);
  const text = getTexts(language);
  return sendPlainPage(reply.code(404), {
    language,
    title: text('copy.unknown', {}),
    html: renderParagraph(text('copy.unknown.text', {})),
  });
}

function sendUsed(reply: FastifyReply, { key, name }: Link): FastifyReply {
  const { language, submissionId } = key;
  const text = getTexts(language);
  const reference = buildReference(submissionId);
  return sendPlainPage(reply.code(410), {
    language,
    title: text('copy.used', {}),
    html: renderParagraph(text('copy.used.text', { name, reference })),
  });
}

/** Asks first, because programs that scan mails follow links. */
async function sendQuestion(deps: Deps, reply: FastifyReply, link: Link): Promise<FastifyReply> {
  if (!(await isUnused(deps, link.key))) return sendUsed(reply, link);
  const { token, key, name } = link;
  const text = getTexts(key.language);
  const minutes = copyLimits.openMinutes;
  return sendPlainPage(reply, {
    language: key.language,
    title: text('copy.title', { name }),
    html: [
      renderParagraph(text('copy.text', { name, minutes })),
      renderButton(text('copy.button', {}), `${formatCopyPath(token)}&page=${newId()}`),
    ].join('\n'),
  });
}

async function sendCopy(deps: Deps, reply: FastifyReply, { token, key }: Link) {
  const evidence = await readEvidence(deps.db, key.accountId, key.submissionId);
  const pdf = formatCopyPath(token).replace(webAddresses.formCopy, pdfPath);
  return sendPlainPage(reply, renderCopy(evidence, pdf));
}

async function sendPdf(deps: Deps, reply: FastifyReply, { key }: Link): Promise<FastifyReply> {
  const evidence = await readEvidence(deps.db, key.accountId, key.submissionId);
  const pdf = await writeAnswersPdf(evidence, await getLetterhead(deps, key));
  reply.type(contentTypes.pdf);
  return asAttachment(reply, `${buildReference(key.submissionId)}.pdf`).send(pdf);
}

/** Serves the link in a mail to the copy of a visitor's answers. It needs no scripts. */
export function serveCopyPage(app: FastifyInstance, deps: Deps): void {
  const options = {
    config: { isPage: true },
    onRequest: app.rateLimit(getPageLimit(deps, 'copy', callLimits.readsPerMinute)),
  };

  void app.register(async (scope) => {
    ignoreBodies(scope);
    scope.addHook('onSend', async (_, reply) => {
      reply.header('cache-control', 'no-store');
    });

    scope.get<Call>(webAddresses.formCopy, options, async (request, reply) => {
      const link = await findLink(deps, request);
      if (!link) return sendUnknown(request, reply);
      return isKeptOpen(deps, request, link.key)
        ? sendCopy(deps, reply, link)
        : sendQuestion(deps, reply, link);
    });

    scope.post<Call>(webAddresses.formCopy, options, async (request, reply) => {
      assertOwnPage(request);
      const link = await findLink(deps, request);
      if (!link) return sendUnknown(request, reply);
      const { page = '' } = request.query;
      if (!(await confirm(deps, link.key, page))) return sendUsed(reply, link);
      keepOpen(deps, reply, link.key);
      return reply.redirect(formatCopyPath(link.token), 303);
    });

    scope.get<Call>(pdfPath, options, async (request, reply) => {
      const link = await findLink(deps, request);
      if (!link) return sendUnknown(request, reply);
      return isKeptOpen(deps, request, link.key)
        ? sendPdf(deps, reply, link)
        : reply.redirect(formatCopyPath(link.token), 303);
    });
  });
}
