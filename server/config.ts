import { isIP } from 'node:net';
import { limits } from '#schemas/limits.ts';
import type { ClamdAddress } from './ports/clamdScan.ts';

/** Configuration comes from the environment, is read once, and says everything that is wrong with it at once. */
export type Mode = 'demo' | 'production';

export type Config = {
  mode: Mode;
  port: number;
  host: string;
  publicUrl: string;
  dataDir: string;
  databaseUrl: string | undefined;
  authSecret: string;
  webApplicationKey: string;
  webApiKey: string;
  logLevel: string;
  trustedProxies: string[];
  mobileAccess: 'restricted' | 'full';
  apps: { ios: string | undefined; android: string | undefined };
  s3: S3Settings | undefined;
  clamd: ClamdAddress | undefined;
  insurances: InsuranceSettings;
  tiles: TileSettings | undefined;
  mail: MailSettings | undefined;
  /** where users' questions go */
  /** who runs the portal, as Markdown */
  operator: string;
  supportEmail: string;
  sms: SmsSettings | undefined;
};

export type S3Settings = {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
};

/** An upstream wins over a file; with neither there is no list, and visitors write the name themselves. */
export type InsuranceSettings = {
  file: string | undefined;
  upstream: { url: string; token: string | undefined } | undefined;
};

/** Whose map pictures are shown, and what they want said about them, in Markdown. */
export type TileSettings = { upstream: string; attribution: string; maxZoom: number };

/** The relay that takes our mails, and the address they come from. */
export type MailSettings = { smtpUrl: string; from: string };

/** The gateway that takes our SMS. */
export type SmsSettings = { url: string; token: string | undefined };

type Variable = { purpose: string; default?: string; requiredInProduction?: true };

/** Every variable the server reads; the README's table is checked against it. */
export const variables = {
  FORMAKTE_MODE: { purpose: 'demo or production; `npm start` sets demo', default: 'production' },
  PORT: { purpose: 'Port of web app and API', default: '8080' },
  HOST: { purpose: 'Address to listen on', default: '127.0.0.1 (demo), 0.0.0.0 (production)' },
  PUBLIC_URL: {
    purpose: 'Address under which visitors reach the portal',
    default: 'http://localhost:PORT',
    requiredInProduction: true,
  },
  DATA_DIR: { purpose: 'Folder of the embedded database and of the files', default: './data' },
  DATABASE_URL: { purpose: 'PostgreSQL instead of the embedded SQLite' },
  AUTH_SECRET: {
    purpose:
      'Signs access tokens and belongs into every hash of a password or PIN: with another one nobody gets in; at least 32 characters',
    default: 'generated (demo)',
    requiredInProduction: true,
  },
  WEB_APPLICATION_KEY: {
    purpose: 'X-Application-Key of the web client',
    default: 'generated (demo)',
    requiredInProduction: true,
  },
  WEB_API_KEY: {
    purpose: 'X-Api-Key of the web client',
    default: 'generated (demo)',
    requiredInProduction: true,
  },
  LOG_LEVEL: {
    purpose: 'fatal, error, warn, info, debug, trace or silent',
    default: 'warn (demo), info (production)',
  },
  TRUSTED_PROXIES: { purpose: 'Addresses whose X-Forwarded-For counts, separated by commas' },
  MOBILE_ACCESS: {
    purpose: 'restricted or full: which pages a phone may use',
    default: 'restricted',
  },
  SMTP_URL: {
    purpose:
      'Mail relay: smtps://user:password@host, or smtp:// for STARTTLS; the demo keeps mails at /dev without',
    requiredInProduction: true,
  },
  MAIL_FROM: {
    purpose: 'Address that mails come from; needed with SMTP_URL',
    requiredInProduction: true,
  },
  SUPPORT_EMAIL: {
    purpose: 'Address that gets what users write to support',
    default: 'support@portal.example (demo)',
    requiredInProduction: true,
  },
  OPERATOR: {
    purpose: 'Who runs the portal, with address, as Markdown for the imprint',
    default: 'the host of PUBLIC_URL',
  },
  SMS_URL: {
    purpose:
      'HTTP gateway for SMS, over TLS or on this machine, given { to, text, id } as JSON; without it PINs go by mail only',
  },
  SMS_TOKEN: { purpose: 'Bearer token for that gateway' },
  IOS_APP_URL: { purpose: 'Where phones are sent for the app; without it the notice names no app' },
  ANDROID_APP_URL: { purpose: 'The same for Android' },
  S3_ENDPOINT: {
    purpose: 'S3-compatible store for files instead of DATA_DIR; needs the four below',
  },
  S3_BUCKET: { purpose: 'Its bucket, for this installation alone' },
  S3_REGION: { purpose: 'Its region', default: 'eu-central-1' },
  S3_ACCESS_KEY_ID: { purpose: 'Its access key' },
  S3_SECRET_ACCESS_KEY: { purpose: 'Its secret key' },
  CLAMD_URL: {
    purpose:
      'Virus scanner: tcp://host:3310 or unix:///path/of/socket; without it a built-in check knows the EICAR test file alone, and refuses archives it cannot look into',
  },
  INSURANCES_FILE: { purpose: 'JSON file with the legal insurers to choose from' },
  INSURANCES_URL: { purpose: 'Address of such a list instead of the file' },
  INSURANCES_TOKEN: { purpose: 'Bearer token for that address' },
  TILE_UPSTREAM: {
    purpose: 'Address of map tiles with {z}, {x} and {y}; without it maps show outlines only',
  },
  TILE_ATTRIBUTION: {
    purpose: 'What must be said beside the map, as Markdown; needed with TILE_UPSTREAM',
  },
  TILE_MAX_ZOOM: { purpose: 'The deepest zoom it has', default: '19' },
} as const satisfies Record<string, Variable>;

export type VariableName = keyof typeof variables;
export type Environment = Partial<Record<string, string>>;

export class ConfigError extends Error {}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];
const minSecretLength = 32;
const isWebAddress = (text: string): boolean => /^https?:\/\//.test(text) && URL.canParse(text);

/** Nobody reads along: over TLS, or without leaving this machine. */
function isPrivateWay(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return (
    protocol === 'https:' ||
    ['localhost', '[::1]'].includes(hostname) ||
    /^127(\.\d+){3}$/.test(hostname)
  );
}

const isRelayAddress = (text: string): boolean =>
  /^smtps?:\/\/[^/?#]+\/?$/.test(text) && URL.canParse(text);
const isMailAddress = (text: string): boolean => /^[^\s@<>(),;:"]+@[^\s@<>(),;:"]+$/.test(text);

/** An address, a range of them (10.0.0.0/8), or one of the names that Fastify knows for ranges. */
function isProxy(text: string): boolean {
  const [address = '', bits = '0'] = text.split('/');
  const family = isIP(address);
  const isRange = /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128);
  return ['loopback', 'linklocal', 'uniquelocal'].includes(text) || (family !== 0 && isRange);
}

/** Production unless the demo is asked for: what is forgotten must not open an installation to everyone. Throws ConfigError. */
export function readMode(env: Environment): Mode {
  const mode = env['FORMAKTE_MODE']?.trim() || 'production';
  if (mode !== 'demo' && mode !== 'production')
    throw new ConfigError('FORMAKTE_MODE must be demo or production.');
  return mode;
}

/** The data folder, known before everything else: whoever writes into it must hold its lock. */
export const dataFolderOf = (env: Environment): string =>
  env['DATA_DIR']?.trim() || variables.DATA_DIR.default;

function clamdAddressOf(text: string): ClamdAddress | undefined {
  const [, host, port] = /^tcp:\/\/(\[[\da-f:]+\]|[^:/]+):(\d+)\/?$/i.exec(text) ?? [];
  if (host && port) return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) };
  const [, path] = /^unix:\/\/(\/.+)$/.exec(text) ?? [];
  return path ? { path } : undefined;
}

/** Throws ConfigError with one line per mistake. Secrets must already stand in `env` (the demo puts its own there). */
export function readConfig(env: Environment, mode: Mode): Config {
  const mistakes: string[] = [];
  const get = (name: VariableName): string | undefined => env[name]?.trim() || undefined;
  const expectThat = (ok: boolean, name: VariableName, what: string) =>
    void (ok || mistakes.push(`${name} ${what}`));

  if (mode === 'production') {
    for (const [name, variable] of Object.entries(variables)) {
      if ('requiredInProduction' in variable)
        expectThat(
          get(name as VariableName) !== undefined,
          name as VariableName,
          `is missing. ${variable.purpose}.`,
        );
    }
  }

  const port = Number(get('PORT') ?? variables.PORT.default);
  expectThat(
    Number.isInteger(port) && port > 0 && port < 65_536,
    'PORT',
    'must be a number from 1 to 65535.',
  );
  const publicUrl = (get('PUBLIC_URL') ?? `http://localhost:${port}`).replace(/\/+$/, '');
  expectThat(isWebAddress(publicUrl), 'PUBLIC_URL', 'must be an http or https address.');
  const databaseUrl = get('DATABASE_URL');
  expectThat(
    !databaseUrl || /^postgres(ql)?:\/\//.test(databaseUrl),
    'DATABASE_URL',
    'must begin with postgres://.',
  );
  const authSecret = get('AUTH_SECRET') ?? '';
  if (authSecret)
    expectThat(
      authSecret.length >= minSecretLength,
      'AUTH_SECRET',
      `must have at least ${minSecretLength} characters.`,
    );
  const logLevel = get('LOG_LEVEL') ?? (mode === 'demo' ? 'warn' : 'info');
  expectThat(logLevels.includes(logLevel), 'LOG_LEVEL', `must be one of ${logLevels.join(', ')}.`);
  const mobileAccess = get('MOBILE_ACCESS') ?? variables.MOBILE_ACCESS.default;
  expectThat(
    mobileAccess === 'restricted' || mobileAccess === 'full',
    'MOBILE_ACCESS',
    'must be restricted or full.',
  );
  const apps = { ios: get('IOS_APP_URL'), android: get('ANDROID_APP_URL') };
  expectThat(
    !apps.ios || isWebAddress(apps.ios),
    'IOS_APP_URL',
    'must be an http or https address.',
  );
  expectThat(
    !apps.android || isWebAddress(apps.android),
    'ANDROID_APP_URL',
    'must be an http or https address.',
  );

  const endpoint = get('S3_ENDPOINT');
  expectThat(
    !endpoint || isWebAddress(endpoint),
    'S3_ENDPOINT',
    'must be an http or https address.',
  );
  const s3Names = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
  if (endpoint)
    s3Names.forEach((name) =>
      expectThat(get(name) !== undefined, name, 'is missing, S3_ENDPOINT is set.'),
    );

  const clamdUrl = get('CLAMD_URL');
  const clamd = clamdUrl ? clamdAddressOf(clamdUrl) : undefined;
  expectThat(
    !clamdUrl || clamd !== undefined,
    'CLAMD_URL',
    'must be tcp://host:port or unix:///path.',
  );

  const insurancesUrl = get('INSURANCES_URL');
  expectThat(
    !insurancesUrl || isWebAddress(insurancesUrl),
    'INSURANCES_URL',
    'must be an http or https address.',
  );

  const trustedProxies =
    get('TRUSTED_PROXIES')
      ?.split(',')
      .map((address) => address.trim()) ?? [];
  expectThat(
    trustedProxies.every(isProxy),
    'TRUSTED_PROXIES',
    'must hold IP addresses or ranges such as 10.0.0.0/8, no host names.',
  );

  const tileUpstream = get('TILE_UPSTREAM');
  const isTileAddress = (address: string) =>
    /^https?:\/\/[^{}]+\//.test(address) &&
    ['{z}', '{x}', '{y}'].every((part) => address.includes(part));
  expectThat(
    !tileUpstream || isTileAddress(tileUpstream),
    'TILE_UPSTREAM',
    'must be an http or https address with {z}, {x} and {y} in its path.',
  );
  if (tileUpstream)
    expectThat(
      get('TILE_ATTRIBUTION') !== undefined,
      'TILE_ATTRIBUTION',
      'is missing, TILE_UPSTREAM is set.',
    );
  const maxZoom = Number(get('TILE_MAX_ZOOM') ?? variables.TILE_MAX_ZOOM.default);
  expectThat(
    Number.isInteger(maxZoom) && maxZoom >= 0 && maxZoom <= limits.tile.maxZoom,
    'TILE_MAX_ZOOM',
    `must be a number from 0 to ${limits.tile.maxZoom}.`,
  );

  const smtpUrl = get('SMTP_URL');
  const from = get('MAIL_FROM') ?? '';
  expectThat(
    !smtpUrl || isRelayAddress(smtpUrl),
    'SMTP_URL',
    'must be smtp:// or smtps:// with a host, and no more than a user, a password and a port.',
  );
  if (smtpUrl)
    expectThat(isMailAddress(from), 'MAIL_FROM', 'must be one mail address, SMTP_URL is set.');
  const supportEmail = get('SUPPORT_EMAIL') ?? 'support@portal.example';
  expectThat(isMailAddress(supportEmail), 'SUPPORT_EMAIL', 'must be one mail address.');
  const smsUrl = get('SMS_URL');
  expectThat(!smsUrl || isWebAddress(smsUrl), 'SMS_URL', 'must be an http or https address.');
  if (mode === 'production' && smsUrl && isWebAddress(smsUrl))
    expectThat(
      isPrivateWay(smsUrl),
      'SMS_URL',
      'must be an https address, or on this machine: PINs and their numbers go there.',
    );

  if (mistakes.length > 0) throw new ConfigError(mistakes.join('\n'));
  return {
    mode,
    port,
    host: get('HOST') ?? (mode === 'demo' ? '127.0.0.1' : '0.0.0.0'),
    publicUrl,
    dataDir: dataFolderOf(env),
    databaseUrl,
    authSecret,
    webApplicationKey: get('WEB_APPLICATION_KEY') ?? '',
    webApiKey: get('WEB_API_KEY') ?? '',
    logLevel,
    trustedProxies,
    mobileAccess: mobileAccess === 'full' ? 'full' : 'restricted',
    apps,
    s3: endpoint
      ? {
          endpoint,
          bucket: get('S3_BUCKET') ?? '',
          region: get('S3_REGION') ?? variables.S3_REGION.default,
          accessKeyId: get('S3_ACCESS_KEY_ID') ?? '',
          secretAccessKey: get('S3_SECRET_ACCESS_KEY') ?? '',
        }
      : undefined,
    clamd,
    tiles: tileUpstream
      ? { upstream: tileUpstream, attribution: get('TILE_ATTRIBUTION') ?? '', maxZoom }
      : undefined,
    operator: get('OPERATOR') ?? new URL(publicUrl).host,
    supportEmail,
    mail: smtpUrl ? { smtpUrl, from } : undefined,
    sms: smsUrl ? { url: smsUrl, token: get('SMS_TOKEN') } : undefined,
    insurances: {
      file: get('INSURANCES_FILE'),
      upstream: insurancesUrl ? { url: insurancesUrl, token: get('INSURANCES_TOKEN') } : undefined,
    },
  };
}
