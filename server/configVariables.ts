import { requestLimits } from '#server/http/limits.ts';

type Variable = {
  purpose: string;
  default?: string;
  requiredInProduction?: true;
  /** range of a whole number */
  min?: number;
  max?: number;
};

/** All variables the server reads; a test compares the table in docs/configuration.md. */
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
      'Signs access tokens and belongs into every hash of a password or PIN: with another one ' +
      'the server does not start; at least 32 characters',
    default: 'generated (demo)',
    requiredInProduction: true,
  },
  AUTH_SECRET_PREVIOUS: {
    purpose:
      'A second secret that is accepted too, while AUTH_SECRET is rotated; new hashes, tokens ' +
      'and sealed data use AUTH_SECRET alone',
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
  SHUTDOWN_SECONDS: {
    purpose:
      'How long running calls may take to end after SIGTERM before their connections are cut',
    default: '20',
    min: 1,
    max: 3_600,
  },
  BODY_SECONDS: {
    purpose: 'How long the body of a call may take to arrive; uploads have 30 minutes',
    default: '60',
    min: 1,
    max: 1_800,
  },
  UPLOAD_SECONDS: {
    purpose: 'How long an upload may go on without progress: fewer than 4 KiB in this time',
    default: '120',
    min: 1,
    max: 1_800,
  },
  READY_CHECK_SECONDS: {
    purpose: 'How long each check of /readyz may take',
    default: '2',
    min: 1,
    max: 60,
  },
  READY_FREE_MB: {
    purpose: 'Free space of the disk below which /readyz fails; 0: not checked',
    default: '200',
    min: 0,
    max: 100_000_000,
  },
  READY_SCANNER_SECONDS: {
    purpose: 'Time without a usable virus scanner after which /readyz fails; 0: not checked',
    default: '300',
    min: 0,
    max: 1_000_000,
  },
  READY_MAIL_MINUTES: {
    purpose:
      'Age of the oldest waiting mail or SMS above which /readyz fails; 0, as in the demo: not checked',
    default: '120',
    min: 0,
    max: 10_000,
  },
  READY_CLOCK_SECONDS: {
    purpose:
      'Jump back of the clock, or difference to the clock of PostgreSQL, above which /readyz ' +
      'fails; 0: not checked',
    default: '60',
    min: 0,
    max: 1_000_000,
  },
  CALLS_PER_MINUTE: {
    purpose:
      'Rate limit of one address for each costly call that has no limit of its own, such as login; ' +
      'the demo uses it for all calls with a limit, and 1000',
    default: String(requestLimits.perMinute),
    min: 1,
    max: 100_000,
  },
  PROVIDER_CALLS_PER_MINUTE: {
    purpose: 'Rate limit of one API key, over all calls of the provider API; 6000 in the demo',
    default: String(requestLimits.providerPerMinute),
    min: 1,
    max: 100_000,
  },
  TRUSTED_PROXIES: { purpose: 'Addresses whose X-Forwarded-For counts, separated by commas' },
  MOBILE_ACCESS: {
    purpose:
      'Pages that a phone may use: full, restricted, or auto, which is restricted where ' +
      'IOS_APP_URL or ANDROID_APP_URL is set',
    default: 'auto',
  },
  SMTP_URL: {
    purpose:
      'Mail relay: smtps://user:password@host, or smtp:// for STARTTLS; the demo keeps mails at ' +
      '/dev without',
    requiredInProduction: true,
  },
  MAIL_FROM: {
    purpose: 'Address that mails come from; needed with SMTP_URL',
    requiredInProduction: true,
  },
  NOTIFICATION_MINUTES: {
    purpose:
      'How long news for a client or a firm are collected before they are mailed together; 0 in the demo',
    default: '5',
    min: 0,
    max: 1_440,
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
      'HTTP gateway for SMS, over TLS or on this machine, given { to, text, id } as JSON; ' +
      'without it PINs go by mail only',
  },
  SMS_TOKEN: { purpose: 'Bearer token for that gateway' },
  WEBHOOK_PRIVATE_RANGES: {
    purpose:
      'Private address ranges that webhooks may call, also over http, separated by commas; ' +
      'without it they call addresses of the internet over https only',
    default: '127.0.0.0/8,::1/128 (demo)',
  },
  PUSH_PRIVATE_RANGES: {
    purpose:
      'Private address ranges where push services of browsers may be, also over http, separated ' +
      'by commas; without it they are called on the internet over https only',
  },
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
      'Virus scanner: tcp://host:3310 or unix:///path/of/socket; without it a built-in check ' +
      'knows the EICAR test file alone, and refuses archives it cannot look into',
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
