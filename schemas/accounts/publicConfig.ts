import * as Type from 'typebox';
import { Language, StringEnum } from '#schemas/platform/common.ts';
import { endpoint } from '#schemas/platform/endpoint.ts';
import { callLimits } from '#schemas/platform/limits.ts';

/** Configuration of the web client (docs/behaviour/accounts.md#public-configuration). */
export const PublicConfig = Type.Object({
  applicationKey: Type.String(),
  apiKey: Type.String(),
  defaultLanguage: Language,
  mobileAccess: StringEnum(['restricted', 'full']),
  /** Address of the app in its store, if there is one. */
  iosAppUrl: Type.Union([Type.String(), Type.Null()]),
  androidAppUrl: Type.Union([Type.String(), Type.Null()]),
});
export type PublicConfig = Type.Static<typeof PublicConfig>;

export const getPublicConfig = endpoint({
  method: 'GET',
  path: '/config',
  session: ['public'],
  summary: 'Returns the public configuration of the web client.',
  withoutWebKeys: true,
  reply: PublicConfig,
  errors: ['tooManyRequests'],
  callsPerMinute: callLimits.readsPerMinute,
});
