import type { FastifyInstance } from 'fastify';
import * as calls from '#schemas/mail/firmNotifications.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { getFirmNotifications, setFirmNotifications } from './service.ts';

export function registerFirmNotificationRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, calls.getFirmNotifications, async ({ caller }) =>
    getFirmNotifications(deps, caller.accountId),
  );

  route(app, deps, calls.setFirmNotifications, async ({ caller, body }) =>
    setFirmNotifications(deps, caller.accountId, body),
  );
}
