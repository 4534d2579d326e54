import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig, readMode } from './config.ts';

const secrets = {
  PUBLIC_URL: 'https://portal.example',
  AUTH_SECRET: 'x'.repeat(32),
  WEB_APPLICATION_KEY: 'web',
  WEB_API_KEY: 'key',
  SMTP_URL: 'smtps://portal:geheim@mail.example:465',
  MAIL_FROM: 'portal@kanzlei.example',
  SUPPORT_EMAIL: 'hilfe@kanzlei.example',
};

describe('readConfig', () => {
  it('The configuration needs no variable in demo mode', () => {
    expect(readConfig({}, 'demo')).toMatchObject({
      port: 8080,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:8080',
      databaseUrl: undefined,
    });
  });

  it('The configuration refuses production without its secrets and names each of them', () => {
    expect(() => readConfig({}, 'production')).toThrow(ConfigError);
    expect(() => readConfig({}, 'production')).toThrow(
      new RegExp(
        [
          'PUBLIC_URL',
          'AUTH_SECRET',
          'WEB_APPLICATION_KEY',
          'WEB_API_KEY',
          'SMTP_URL',
          'MAIL_FROM',
          'SUPPORT_EMAIL',
        ]
          .map((name) => `${name} is missing`)
          .join('.*\\n.*'),
      ),
    );
    expect(readConfig(secrets, 'production')).toMatchObject({ host: '0.0.0.0', logLevel: 'info' });
  });

  it.each([
    ['full', {}],
    ['restricted', { IOS_APP_URL: 'https://apps.example/ios' }],
    ['restricted', { ANDROID_APP_URL: 'https://apps.example/android' }],
    ['full', { IOS_APP_URL: 'https://apps.example/ios', MOBILE_ACCESS: 'full' }],
    ['restricted', { MOBILE_ACCESS: 'restricted' }],
  ])('The access of phones is %s with %j', (mobileAccess, env) => {
    expect(readConfig(env, 'demo')).toMatchObject({ mobileAccess });
  });

  it.each([
    [{ PORT: 'eighty' }, /PORT must be a number/],
    [{ PUBLIC_URL: 'portal' }, /PUBLIC_URL must be/],
    [{ DATABASE_URL: 'mysql://x' }, /DATABASE_URL must begin/],
    [{ AUTH_SECRET: 'short' }, /AUTH_SECRET must have at least 32/],
    [{ LOG_LEVEL: 'loud' }, /LOG_LEVEL must be one of/],
    [{ MOBILE_ACCESS: 'some' }, /MOBILE_ACCESS must be/],
    [
      { TILE_UPSTREAM: 'https://{z}.example/{x}/{y}.png', TILE_ATTRIBUTION: '©' },
      /TILE_UPSTREAM must be/,
    ],
    [
      { TILE_UPSTREAM: 'https://tiles.example/{z}/{x}.png', TILE_ATTRIBUTION: '©' },
      /TILE_UPSTREAM must be/,
    ],
    [{ TILE_UPSTREAM: 'file:///{z}/{x}/{y}.png', TILE_ATTRIBUTION: '©' }, /TILE_UPSTREAM must be/],
    [{ TILE_UPSTREAM: 'https://tiles.example/{z}/{x}/{y}.png' }, /TILE_ATTRIBUTION is missing/],
    [{ TILE_MAX_ZOOM: '40' }, /TILE_MAX_ZOOM must be/],
    [{ INSURANCES_URL: 'insurers' }, /INSURANCES_URL must be/],
    [{ SMTP_URL: 'https://mail.example' }, /SMTP_URL must be/],
    [{ SMTP_URL: 'smtp://mail.example/inbox' }, /SMTP_URL must be/],
    [{ SUPPORT_EMAIL: 'hilfe' }, /SUPPORT_EMAIL must be/],
    [{ MAIL_FROM: 'Kanzlei <portal@kanzlei.example>' }, /MAIL_FROM must be/],
    [{ SMS_URL: 'gateway' }, /SMS_URL must be/],
    [{ SMS_URL: 'http://sms.example/send' }, /SMS_URL must be/],
    [{ SMS_URL: 'http://localhost.sms.example/send' }, /SMS_URL must be/],
    [{ TRUSTED_PROXIES: '10.0.0.1, proxy.internal' }, /TRUSTED_PROXIES must hold/],
    [{ TRUSTED_PROXIES: '10.0.0.0/33' }, /TRUSTED_PROXIES must hold/],
    [
      {
        S3_ENDPOINT: 's3.example',
        S3_BUCKET: 'b',
        S3_ACCESS_KEY_ID: 'i',
        S3_SECRET_ACCESS_KEY: 's',
      },
      /^S3_ENDPOINT must be/,
    ],
    [{ S3_ENDPOINT: 'https://s3.example' }, /S3_BUCKET is missing/],
  ])('The configuration names the error in %j', (env, message) =>
    expect(() => readConfig({ ...secrets, ...env }, 'production')).toThrow(message),
  );

  it.each([
    'https://sms.example/send',
    'http://localhost:9000/send',
    'http://127.0.0.1:9000',
    'http://[::1]:9000',
  ])('The configuration accepts an SMS gateway over TLS or on this machine: %s', (SMS_URL) => {
    expect(readConfig({ ...secrets, SMS_URL }, 'production').sms).toMatchObject({ url: SMS_URL });
  });

  it('The configuration accepts any SMS gateway in demo mode', () => {
    expect(readConfig({ SMS_URL: 'http://sms.example/send' }, 'demo').sms).toMatchObject({
      url: 'http://sms.example/send',
    });
  });

  it('The configuration accepts addresses and ranges of proxies', () => {
    expect(
      readConfig(
        { ...secrets, TRUSTED_PROXIES: '10.0.0.1, 10.0.0.0/8,::1,fd00::/8,loopback' },
        'production',
      ).trustedProxies,
    ).toHaveLength(5);
  });
});

describe('readMode', () => {
  it.each([
    [{}, 'production'],
    [{ FORMAKTE_MODE: '' }, 'production'],
    [{ FORMAKTE_MODE: 'demo' }, 'demo'],
  ])('The mode of %j is %s', (env, mode) => expect(readMode(env)).toBe(mode));
  it('The configuration refuses an unknown mode', () =>
    expect(() => readMode({ FORMAKTE_MODE: 'test' })).toThrow(ConfigError));
});
