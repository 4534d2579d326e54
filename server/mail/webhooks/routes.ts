import type { FastifyInstance } from 'fastify';
import * as calls from '#schemas/mail/webhooks.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { getLanguage } from '#server/texts.ts';
import * as webhooks from './service.ts';

export function registerWebhookRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, calls.listWebhooks, async ({ caller }) => ({
    items: await webhooks.listWebhooks(deps, caller.accountId),
  }));

  route(app, deps, calls.createWebhook, async ({ caller, body, request, idempotencyKey }) => {
    const provider = { accountId: caller.accountId, language: getLanguage(request) };
    const { url, types = [] } = body;
    return webhooks.createWebhook(deps, provider, { url, types }, idempotencyKey);
  });

  route(app, deps, calls.changeWebhook, async ({ caller, params, body, request }) => {
    const provider = { accountId: caller.accountId, language: getLanguage(request) };
    return webhooks.changeWebhook(deps, provider, params.webhookId, body);
  });

  route(app, deps, calls.removeWebhook, async ({ caller, params }) =>
    webhooks.removeWebhook(deps, caller.accountId, params.webhookId),
  );

  route(app, deps, calls.rotateWebhookSecret, async ({ caller, params, body, idempotencyKey }) =>
    webhooks.rotateWebhookSecret(deps, caller.accountId, params.webhookId, body, idempotencyKey),
  );

  route(app, deps, calls.testWebhook, async ({ caller, params }) =>
    webhooks.testWebhook(deps, caller.accountId, params.webhookId),
  );

  route(app, deps, calls.listWebhookDeliveries, async ({ caller, params, query }) =>
    webhooks.listDeliveries(deps, caller.accountId, params.webhookId, query),
  );

  route(app, deps, calls.replayWebhookDelivery, async ({ caller, params }) =>
    webhooks.replayDelivery(deps, caller.accountId, params),
  );

  route(app, deps, calls.replayWebhookEvents, async ({ caller, params, body }) => {
    const since = body.since;
    return webhooks.replayEvents(deps, caller.accountId, params.webhookId, since);
  });
}
