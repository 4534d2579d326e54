import * as Type from 'typebox';
import { Language, StringEnum } from './common.ts';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';

/** What the web client must know before its first call (decisions.md, Header names). */
export const PublicConfig = Type.Object({
  applicationKey: Type.String(),
  apiKey: Type.String(),
  defaultLanguage: Language,
  mobileAccess: StringEnum(['restricted', 'full']),
  /** Where a phone gets the app, if there is one. */
  iosAppUrl: Type.Union([Type.String(), Type.Null()]),
  androidAppUrl: Type.Union([Type.String(), Type.Null()]),
});
export type PublicConfig = Type.Static<typeof PublicConfig>;

export const getPublicConfig = endpoint({
  method: 'GET',
  path: '/config',
  tag: 'system',
  session: ['public'],
  summary: 'Public configuration of the web client.',
  withoutKeys: true,
  reply: PublicConfig,
  errors: ['tooManyRequests'],
  callsPerMinute: limits.calls.readsPerMinute,
});
