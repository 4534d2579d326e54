type Variable = { purpose: string; default?: string; requiredInProduction?: true };

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
      'nobody gets in; at least 32 characters',
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
  SHUTDOWN_SECONDS: {
    purpose:
      'How long running calls may take to end after SIGTERM before their connections are cut',
    default: '20',
  },
  TRUSTED_PROXIES: { purpose: 'Addresses whose X-Forwarded-For counts, separated by commas' },
  MOBILE_ACCESS: {
    purpose: 'restricted or full: which pages a phone may use',
    default: 'restricted',
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
