import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const secrets = { PUBLIC_URL: 'https://portal.example', AUTH_SECRET: 'x'.repeat(32), WEB_APPLICATION_KEY: 'web', WEB_API_KEY: 'key' };

describe('readConfig', () => {
  it('needs nothing in demo mode', () => {
    expect(readConfig({}, 'demo')).toMatchObject({ port: 8080, host: '127.0.0.1', publicUrl: 'http://localhost:8080', databaseUrl: undefined });
  });

  it('refuses production without its secrets and names each of them', () => {
    expect(() => readConfig({}, 'production')).toThrow(ConfigError);
    expect(() => readConfig({}, 'production')).toThrow(/PUBLIC_URL is missing.*\n.*AUTH_SECRET is missing.*\n.*WEB_APPLICATION_KEY is missing.*\n.*WEB_API_KEY is missing/);
    expect(readConfig(secrets, 'production')).toMatchObject({ host: '0.0.0.0', logLevel: 'info' });
  });

  it.each([
    [{ PORT: 'eighty' }, /PORT must be a number/],
    [{ PUBLIC_URL: 'portal' }, /PUBLIC_URL must be/],
    [{ DATABASE_URL: 'mysql://x' }, /DATABASE_URL must begin/],
    [{ AUTH_SECRET: 'short' }, /AUTH_SECRET must have at least 32/],
    [{ LOG_LEVEL: 'loud' }, /LOG_LEVEL must be one of/],
    [{ MOBILE_ACCESS: 'some' }, /MOBILE_ACCESS must be/],
    [{ S3_ENDPOINT: 'https://s3.example' }, /S3_BUCKET is missing/],
  ])('says what is wrong with %j', (env, message) => expect(() => readConfig({ ...secrets, ...env }, 'production')).toThrow(message));
});
