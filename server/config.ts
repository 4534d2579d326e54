import { mebibyte } from '#schemas/platform/sizes.ts';
import { minuteMs, secondMs } from '#schemas/platform/time.ts';
import { tileLimits } from '#schemas/forms/limits.ts';
import type { ClamdAddress } from '#server/ports/clamdScan.ts';
import { requestLimits } from '#server/http/limits.ts';
import {
  findRanges,
  isMailAddress,
  isPrivateWay,
  isProxy,
  isRelayAddress,
  isTileAddress,
  isWebAddress,
  loopback,
} from './configAddresses.ts';
import { variables, type VariableName } from './configVariables.ts';
import type { AddressRange } from '#server/ports/webhookCaller.ts';

export type Mode = 'demo' | 'production';

export type Config = {
  mode: Mode;
  port: number;
  host: string;
  publicUrl: string;
  dataDir: string;
  databaseUrl: string | undefined;
  authSecret: string;
  /** still accepted while AUTH_SECRET is rotated */
  previousSecret: string | undefined;
  webApplicationKey: string;
  webApiKey: string;
  logLevel: string;
  /** for running calls after SIGTERM */
  shutdownMs: number;
  /** for the body of a call that is no upload */ bodyMs: number;
  /** for an upload without progress */ uploadMs: number;
  /** limits of /readyz; 0 turns a check off */
  ready: ReadyLimits;
  trustedProxies: string[];
  /** of one address, for costly calls without a limit of their own */
  callsPerMinute: number;
  /** of one API key */
  providerCallsPerMinute: number;
  mobileAccess: 'restricted' | 'full';
  apps: { ios: string | undefined; android: string | undefined };
  s3: S3Settings | undefined;
  clamd: ClamdAddress | undefined;
  insurances: InsuranceSettings;
  tiles: TileSettings | undefined;
  mail: MailSettings | undefined;
  /** the operator, as Markdown */
  operator: string;
  /** receives support requests */
  supportEmail: string;
  notificationMs: number;
  sms: SmsSettings | undefined;
  /** private address ranges that webhooks may call, also over http */
  webhookRanges: readonly AddressRange[];
  /** private address ranges where push services may be, also over http */
  pushRanges: readonly AddressRange[];
};

export type S3Settings = {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
};

/** A URL has precedence over a file. Without both, visitors type the insurer's name. */
export type InsuranceSettings = {
  file: string | undefined;
  upstream: { url: string; token: string | undefined } | undefined;
};

/** Upstream of the map tiles and its attribution as Markdown. */
export type TileSettings = { upstream: string; attribution: string; maxZoom: number };

/** SMTP relay and sender address. */
export type MailSettings = { smtpUrl: string; from: string };

export type ReadyLimits = {
  /** for each check to answer */
  checkMs: number;
  minFreeBytes: number;
  /** age of the oldest waiting mail or SMS */
  maxMailMs: number;
  /** jump back, or difference to PostgreSQL */
  maxClockMs: number;
  /** for which the virus scanner cannot be used */
  maxScannerMs: number;
};

/** SMS gateway. */
export type SmsSettings = { url: string; token: string | undefined };
export type Environment = Partial<Record<string, string>>;

export class ConfigError extends Error {}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];
const minSecretLength = 32;
/**
 * Returns production unless the demo is requested, because a forgotten variable must not open an
 * installation to everyone. Throws ConfigError.
 */
export function readMode(env: Environment): Mode {
  const mode = env['FORMAKTE_MODE']?.trim() || 'production';
  if (mode !== 'demo' && mode !== 'production')
    throw new ConfigError('FORMAKTE_MODE must be demo or production.');
  return mode;
}

/** Returns the data folder, which must be locked before anything else is read. */
export const getDataFolder = (env: Environment): string =>
  env['DATA_DIR']?.trim() || variables.DATA_DIR.default;

function parseClamdAddress(text: string): ClamdAddress | undefined {
  const [, host, port] = /^tcp:\/\/(\[[\da-f:]+\]|[^:/]+):(\d+)\/?$/i.exec(text) ?? [];
  if (host && port) return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) };
  const [, path] = /^unix:\/\/(\/.+)$/.exec(text) ?? [];
  return path ? { path } : undefined;
}

type Reader = {
  get: (name: VariableName) => string | undefined;
  /** notes an error of a variable unless `ok` */
  expectThat: (ok: boolean, name: VariableName, rule: string) => void;
};

function createReader(env: Environment, mistakes: string[]): Reader {
  return {
    get: (name) => env[name]?.trim() || undefined,
    expectThat: (ok, name, rule) => void (ok || mistakes.push(`${name} ${rule}`)),
  };
}

function expectWebAddress({ expectThat }: Reader, name: VariableName, value?: string): void {
  expectThat(!value || isWebAddress(value), name, 'must be an http or https address.');
}

function checkRequired({ get, expectThat }: Reader): void {
  for (const [name, variable] of Object.entries(variables)) {
    if ('requiredInProduction' in variable)
      expectThat(
        get(name as VariableName) !== undefined,
        name as VariableName,
        `is missing. ${variable.purpose}.`,
      );
  }
}

function readNetwork(reader: Reader) {
  const { get, expectThat } = reader;
  const port = Number(get('PORT') ?? variables.PORT.default);
  expectThat(
    Number.isInteger(port) && port > 0 && port < 65_536,
    'PORT',
    'must be a number from 1 to 65535.',
  );
  const publicUrl = (get('PUBLIC_URL') ?? `http://localhost:${port}`).replace(/\/+$/, '');
  expectWebAddress(reader, 'PUBLIC_URL', publicUrl);
  const trustedProxies =
    get('TRUSTED_PROXIES')
      ?.split(',')
      .map((address) => address.trim()) ?? [];
  expectThat(
    trustedProxies.every(isProxy),
    'TRUSTED_PROXIES',
    'must hold IP addresses or ranges such as 10.0.0.0/8, no host names.',
  );
  return { port, publicUrl, trustedProxies };
}

function readSecret(
  { get, expectThat }: Reader,
  name: 'AUTH_SECRET' | 'AUTH_SECRET_PREVIOUS',
): string | undefined {
  const secret = get(name);
  if (secret)
    expectThat(
      secret.length >= minSecretLength,
      name,
      `must have at least ${minSecretLength} characters.`,
    );
  return secret;
}

function readDatabaseUrl({ get, expectThat }: Reader): string | undefined {
  const databaseUrl = get('DATABASE_URL');
  expectThat(
    !databaseUrl || /^postgres(ql)?:\/\//.test(databaseUrl),
    'DATABASE_URL',
    'must begin with postgres://.',
  );
  return databaseUrl;
}

function readLogLevel({ get, expectThat }: Reader, mode: Mode): string {
  const logLevel = get('LOG_LEVEL') ?? (mode === 'demo' ? 'warn' : 'info');
  expectThat(logLevels.includes(logLevel), 'LOG_LEVEL', `must be one of ${logLevels.join(', ')}.`);
  return logLevel;
}

function readPhones(reader: Reader): Pick<Config, 'mobileAccess' | 'apps'> {
  const { get, expectThat } = reader;
  const mobileAccess = get('MOBILE_ACCESS') ?? variables.MOBILE_ACCESS.default;
  expectThat(
    ['auto', 'restricted', 'full'].includes(mobileAccess),
    'MOBILE_ACCESS',
    'must be auto, restricted or full.',
  );
  const apps = { ios: get('IOS_APP_URL'), android: get('ANDROID_APP_URL') };
  expectWebAddress(reader, 'IOS_APP_URL', apps.ios);
  expectWebAddress(reader, 'ANDROID_APP_URL', apps.android);
  const hasApp = apps.ios !== undefined || apps.android !== undefined;
  const isRestricted = mobileAccess === 'restricted' || (mobileAccess === 'auto' && hasApp);
  return { mobileAccess: isRestricted ? 'restricted' : 'full', apps };
}

function readS3(reader: Reader): Config['s3'] {
  const { get, expectThat } = reader;
  const endpoint = get('S3_ENDPOINT');
  expectWebAddress(reader, 'S3_ENDPOINT', endpoint);
  if (!endpoint) return undefined;
  for (const name of ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const)
    expectThat(get(name) !== undefined, name, 'is missing, S3_ENDPOINT is set.');
  return {
    endpoint,
    bucket: get('S3_BUCKET') ?? '',
    region: get('S3_REGION') ?? variables.S3_REGION.default,
    accessKeyId: get('S3_ACCESS_KEY_ID') ?? '',
    secretAccessKey: get('S3_SECRET_ACCESS_KEY') ?? '',
  };
}

function readClamd({ get, expectThat }: Reader): Config['clamd'] {
  const clamdUrl = get('CLAMD_URL');
  const clamd = clamdUrl ? parseClamdAddress(clamdUrl) : undefined;
  expectThat(
    !clamdUrl || clamd !== undefined,
    'CLAMD_URL',
    'must be tcp://host:port or unix:///path.',
  );
  return clamd;
}

function readInsurances(reader: Reader): Config['insurances'] {
  const { get } = reader;
  const url = get('INSURANCES_URL');
  expectWebAddress(reader, 'INSURANCES_URL', url);
  return {
    file: get('INSURANCES_FILE'),
    upstream: url ? { url, token: get('INSURANCES_TOKEN') } : undefined,
  };
}

function readTiles({ get, expectThat }: Reader): Config['tiles'] {
  const upstream = get('TILE_UPSTREAM');
  expectThat(
    !upstream || isTileAddress(upstream),
    'TILE_UPSTREAM',
    'must be an http or https address with {z}, {x} and {y} in its path.',
  );
  if (upstream)
    expectThat(
      get('TILE_ATTRIBUTION') !== undefined,
      'TILE_ATTRIBUTION',
      'is missing, TILE_UPSTREAM is set.',
    );
  const maxZoom = Number(get('TILE_MAX_ZOOM') ?? variables.TILE_MAX_ZOOM.default);
  expectThat(
    Number.isInteger(maxZoom) && maxZoom >= 0 && maxZoom <= tileLimits.maxZoom,
    'TILE_MAX_ZOOM',
    `must be a number from 0 to ${tileLimits.maxZoom}.`,
  );
  return upstream ? { upstream, attribution: get('TILE_ATTRIBUTION') ?? '', maxZoom } : undefined;
}

function readMail({ get, expectThat }: Reader): Pick<Config, 'mail' | 'supportEmail'> {
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
  return { mail: smtpUrl ? { smtpUrl, from } : undefined, supportEmail };
}

function readRanges(
  { get, expectThat }: Reader,
  name: 'WEBHOOK_PRIVATE_RANGES' | 'PUSH_PRIVATE_RANGES',
  otherwise = '',
): AddressRange[] {
  const ranges = findRanges(get(name) ?? otherwise);
  expectThat(ranges !== undefined, name, 'must hold ranges such as 10.1.0.0/16.');
  return ranges ?? [];
}

function readSms(reader: Reader, mode: Mode): Config['sms'] {
  const { get, expectThat } = reader;
  const url = get('SMS_URL');
  expectWebAddress(reader, 'SMS_URL', url);
  if (mode === 'production' && url && isWebAddress(url))
    expectThat(
      isPrivateWay(url),
      'SMS_URL',
      'must be an https address, or on this machine: PINs and their numbers go there.',
    );
  return url ? { url, token: get('SMS_TOKEN') } : undefined;
}

type NumericVariable = {
  [Name in VariableName]: (typeof variables)[Name] extends { max: number } ? Name : never;
}[VariableName];

/** Reads a whole number within the variable's range. */
function readNumber({ get, expectThat }: Reader, name: NumericVariable): number {
  const { default: otherwise, min, max } = variables[name];
  const number = Number(get(name) ?? otherwise);
  expectThat(
    Number.isInteger(number) && number >= min && number <= max,
    name,
    `must be a number from ${min} to ${max}.`,
  );
  return number;
}

const readUnlessDemo = (reader: Reader, mode: Mode, name: NumericVariable, ofDemo: number) =>
  mode === 'demo' && !reader.get(name) ? ofDemo : readNumber(reader, name);

/** The demo raises the rate limits, because its visitors share an address, and mails at once. */
function readLimits(...given: [Reader, Mode]) {
  const calls = requestLimits.demoProviderPerMinute;
  return {
    callsPerMinute: readUnlessDemo(...given, 'CALLS_PER_MINUTE', requestLimits.demoPerMinute),
    providerCallsPerMinute: readUnlessDemo(...given, 'PROVIDER_CALLS_PER_MINUTE', calls),
    notificationMs: readUnlessDemo(...given, 'NOTIFICATION_MINUTES', 0) * minuteMs,
  };
}

const readReady = (reader: Reader, mode: Mode): ReadyLimits => ({
  checkMs: readNumber(reader, 'READY_CHECK_SECONDS') * secondMs,
  minFreeBytes: readNumber(reader, 'READY_FREE_MB') * mebibyte,
  maxMailMs: readUnlessDemo(reader, mode, 'READY_MAIL_MINUTES', 0) * minuteMs, // dates mails back
  maxClockMs: readNumber(reader, 'READY_CLOCK_SECONDS') * secondMs,
  maxScannerMs: readNumber(reader, 'READY_SCANNER_SECONDS') * secondMs,
});

/**
 * Throws ConfigError with one line per error. `env` must contain the secrets; the demo adds its
 * own.
 */
export function readConfig(env: Environment, mode: Mode): Config {
  const mistakes: string[] = [];
  const reader = createReader(env, mistakes);
  const { get } = reader;
  if (mode === 'production') checkRequired(reader);
  const { port, publicUrl, trustedProxies } = readNetwork(reader);
  const settings = {
    databaseUrl: readDatabaseUrl(reader),
    authSecret: readSecret(reader, 'AUTH_SECRET') ?? '',
    previousSecret: readSecret(reader, 'AUTH_SECRET_PREVIOUS'),
    logLevel: readLogLevel(reader, mode),
    shutdownMs: readNumber(reader, 'SHUTDOWN_SECONDS') * secondMs,
    bodyMs: readNumber(reader, 'BODY_SECONDS') * secondMs,
    uploadMs: readNumber(reader, 'UPLOAD_SECONDS') * secondMs,
    ready: readReady(reader, mode),
    ...readLimits(reader, mode),
    ...readPhones(reader),
    s3: readS3(reader),
    clamd: readClamd(reader),
    insurances: readInsurances(reader),
    tiles: readTiles(reader),
    ...readMail(reader),
    sms: readSms(reader, mode),
    webhookRanges: readRanges(reader, 'WEBHOOK_PRIVATE_RANGES', mode === 'demo' ? loopback : ''),
    pushRanges: readRanges(reader, 'PUSH_PRIVATE_RANGES'),
  };
  if (mistakes.length > 0) throw new ConfigError(mistakes.join('\n'));
  return {
    mode,
    port,
    host: get('HOST') ?? (mode === 'demo' ? '127.0.0.1' : '0.0.0.0'),
    publicUrl,
    trustedProxies,
    dataDir: getDataFolder(env),
    webApplicationKey: get('WEB_APPLICATION_KEY') ?? '',
    webApiKey: get('WEB_API_KEY') ?? '',
    operator: get('OPERATOR') ?? new URL(publicUrl).host,
    ...settings,
  };
}
