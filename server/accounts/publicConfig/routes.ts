import type { FastifyInstance } from 'fastify';
import { defaultLanguage } from '#schemas/platform/common.ts';
import { getPublicConfig } from '#schemas/accounts/publicConfig.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';

export function registerPublicConfigRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, getPublicConfig, async () => {
    return {
      applicationKey: deps.config.webApplicationKey,
      apiKey: deps.config.webApiKey,
      defaultLanguage,
      mobileAccess: deps.config.mobileAccess,
      iosAppUrl: deps.config.apps.ios ?? null,
      androidAppUrl: deps.config.apps.android ?? null,
    };
  });
}
