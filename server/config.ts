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
  s3: S3Settings | undefined;
};

export type S3Settings = { endpoint: string; bucket: string; region: string; accessKeyId: string; secretAccessKey: string };

type Variable = { purpose: string; default?: string; requiredInProduction?: true };

/** Every variable the server reads; the README's table is checked against it. */
export const variables = {
  PORT: { purpose: 'Port of web app and API', default: '8080' },
  HOST: { purpose: 'Address to listen on', default: '127.0.0.1 (demo), 0.0.0.0 (production)' },
  PUBLIC_URL: { purpose: 'Address under which visitors reach the portal', default: 'http://localhost:PORT', requiredInProduction: true },
  DATA_DIR: { purpose: 'Folder of the embedded database and of the files', default: './data' },
  DATABASE_URL: { purpose: 'PostgreSQL instead of the embedded SQLite' },
  AUTH_SECRET: { purpose: 'Signs access tokens; at least 32 characters', default: 'generated (demo)', requiredInProduction: true },
  WEB_APPLICATION_KEY: { purpose: 'X-Application-Key of the web client', default: 'generated (demo)', requiredInProduction: true },
  WEB_API_KEY: { purpose: 'X-Api-Key of the web client', default: 'generated (demo)', requiredInProduction: true },
  LOG_LEVEL: { purpose: 'fatal, error, warn, info, debug, trace or silent', default: 'warn (demo), info (production)' },
  TRUSTED_PROXIES: { purpose: 'Addresses whose X-Forwarded-For counts, separated by commas' },
  MOBILE_ACCESS: { purpose: 'restricted or full: which pages a phone may use', default: 'restricted' },
  S3_ENDPOINT: { purpose: 'S3-compatible store for files instead of DATA_DIR; needs the four below' },
  S3_BUCKET: { purpose: 'Its bucket' },
  S3_REGION: { purpose: 'Its region', default: 'eu-central-1' },
  S3_ACCESS_KEY_ID: { purpose: 'Its access key' },
  S3_SECRET_ACCESS_KEY: { purpose: 'Its secret key' },
} as const satisfies Record<string, Variable>;

export type VariableName = keyof typeof variables;
export type Environment = Partial<Record<string, string>>;

export class ConfigError extends Error {}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];
const minSecretLength = 32;

/** Throws ConfigError with one line per mistake. Secrets must already stand in `env` (the demo puts its own there). */
export function readConfig(env: Environment, mode: Mode): Config {
  const mistakes: string[] = [];
  const get = (name: VariableName): string | undefined => env[name]?.trim() || undefined;
  const expectThat = (ok: boolean, name: VariableName, what: string) => void (ok || mistakes.push(`${name} ${what}`));

  if (mode === 'production') {
    for (const [name, variable] of Object.entries(variables)) {
      if ('requiredInProduction' in variable) expectThat(get(name as VariableName) !== undefined, name as VariableName, `is missing. ${variable.purpose}.`);
    }
  }

  const port = Number(get('PORT') ?? variables.PORT.default);
  expectThat(Number.isInteger(port) && port > 0 && port < 65_536, 'PORT', 'must be a number from 1 to 65535.');
  const publicUrl = (get('PUBLIC_URL') ?? `http://localhost:${port}`).replace(/\/+$/, '');
  expectThat(/^https?:\/\//.test(publicUrl) && URL.canParse(publicUrl), 'PUBLIC_URL', 'must be an http or https address.');
  const databaseUrl = get('DATABASE_URL');
  expectThat(!databaseUrl || /^postgres(ql)?:\/\//.test(databaseUrl), 'DATABASE_URL', 'must begin with postgres://.');
  const authSecret = get('AUTH_SECRET') ?? '';
  if (authSecret) expectThat(authSecret.length >= minSecretLength, 'AUTH_SECRET', `must have at least ${minSecretLength} characters.`);
  const logLevel = get('LOG_LEVEL') ?? (mode === 'demo' ? 'warn' : 'info');
  expectThat(logLevels.includes(logLevel), 'LOG_LEVEL', `must be one of ${logLevels.join(', ')}.`);
  const mobileAccess = get('MOBILE_ACCESS') ?? variables.MOBILE_ACCESS.default;
  expectThat(mobileAccess === 'restricted' || mobileAccess === 'full', 'MOBILE_ACCESS', 'must be restricted or full.');

  const endpoint = get('S3_ENDPOINT');
  const s3Names = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
  if (endpoint) s3Names.forEach((name) => expectThat(get(name) !== undefined, name, 'is missing, S3_ENDPOINT is set.'));

  if (mistakes.length > 0) throw new ConfigError(mistakes.join('\n'));
  return {
    mode,
    port,
    host: get('HOST') ?? (mode === 'demo' ? '127.0.0.1' : '0.0.0.0'),
    publicUrl,
    dataDir: get('DATA_DIR') ?? variables.DATA_DIR.default,
    databaseUrl,
    authSecret,
    webApplicationKey: get('WEB_APPLICATION_KEY') ?? '',
    webApiKey: get('WEB_API_KEY') ?? '',
    logLevel,
    trustedProxies: get('TRUSTED_PROXIES')?.split(',').map((address) => address.trim()) ?? [],
    mobileAccess: mobileAccess === 'full' ? 'full' : 'restricted',
    s3: endpoint
      ? {
          endpoint,
          bucket: get('S3_BUCKET') ?? '',
          region: get('S3_REGION') ?? variables.S3_REGION.default,
          accessKeyId: get('S3_ACCESS_KEY_ID') ?? '',
          secretAccessKey: get('S3_SECRET_ACCESS_KEY') ?? '',
        }
      : undefined,
  };
}
