import { readFile } from 'node:fs/promises';
import { dayMs } from '#schemas/platform/time.ts';
import type { Config } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import {
  readCertificate,
  startPostgresTls,
  startSmtpTls,
  type TlsPeer,
} from '#server/ports/certificates.ts';
import { certificateLimits } from '#server/ports/limits.ts';
import type { Finding } from './doctor.ts';

/** A server with a certificate, and how to examine it. */
type Examined = {
  part: string;
  peer: TlsPeer;
  /** false where the configuration accepts any certificate */
  isTrustNeeded?: boolean;
  /** file with the authorities to trust instead of those of Node */
  caFile?: string | undefined;
  /** no other check connects to it, and this machine may have no way to it */
  isForOthers?: boolean;
};

const toPeer = ({ hostname, port }: URL, usualPort: number): TlsPeer => ({
  host: hostname.replace(/^\[|\]$/g, ''),
  port: port === '' ? usualPort : Number(port),
});

function listWebServers({ publicUrl, s3 }: Config): Examined[] {
  const [web, store] = [publicUrl, s3?.endpoint].map((address) =>
    address?.startsWith('https:') ? toPeer(new URL(address), 443) : undefined,
  );
  return [
    ...(web ? [{ part: 'certificate of PUBLIC_URL', peer: web, isForOthers: true }] : []),
    ...(store ? [{ part: 'certificate of S3_ENDPOINT', peer: store }] : []),
  ];
}

function listRelay({ mail }: Config): Examined[] {
  if (!mail) return [];
  const url = new URL(mail.smtpUrl);
  const peer =
    url.protocol === 'smtps:' ? toPeer(url, 465) : { ...toPeer(url, 587), startTls: startSmtpTls };
  return [{ part: 'certificate of SMTP_URL', peer }];
}

/** Modes in which the driver of PostgreSQL uses TLS. */
const tlsModes = ['prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'];

function listDatabase({ databaseUrl }: Config): Examined[] {
  if (databaseUrl === undefined) return [];
  const url = new URL(databaseUrl);
  const mode = url.searchParams.get('sslmode');
  const isOn = ['true', '1'].includes(url.searchParams.get('ssl') ?? '');
  if (mode === null ? !isOn : !tlsModes.includes(mode)) return [];
  return [
    {
      part: 'certificate of DATABASE_URL',
      peer: { ...toPeer(url, 5432), startTls: startPostgresTls },
      isTrustNeeded: mode !== 'no-verify',
      caFile: url.searchParams.get('sslrootcert') ?? undefined,
    },
  ];
}

const describeError = (error: unknown): string =>
  error instanceof Error ? error.message || error.name : 'unknown error';

async function examine({ clock }: Deps, examined: Examined): Promise<Finding[]> {
  const { part, peer, isTrustNeeded = true, caFile, isForOthers = false } = examined;
  try {
    const ca = caFile === undefined ? undefined : await readFile(caFile, 'utf8');
    const certificate = await readCertificate(peer, ca);
    if (!certificate) return []; // no TLS
    const { endsAt, trustError } = certificate;
    const leftMs = endsAt.getTime() - clock.now().getTime();
    const day = endsAt.toISOString().slice(0, 10);
    const hasEnded = leftMs <= 0;
    const isRefused = trustError !== undefined && isTrustNeeded;
    return [
      {
        part,
        isRight: !hasEnded && !isRefused,
        isWarning: leftMs < certificateLimits.warnDays * dayMs,
        cause: [
          `${hasEnded ? 'ended' : 'ends'} on ${day}`,
          ...(isRefused ? [`not trusted: ${trustError}`] : []),
        ].join(', '),
      },
    ];
  } catch (error) {
    if (!isForOthers) return []; // the check of the part itself names the cause
    const cause = `cannot be reached from here: ${describeError(error)}`;
    return [{ part, isRight: true, isWarning: true, cause }];
  }
}

/** Examines the certificates of all servers that the configuration names with TLS. */
export async function examineCertificates(deps: Deps): Promise<Finding[]> {
  const { config } = deps;
  const all = [...listWebServers(config), ...listRelay(config), ...listDatabase(config)];
  return (await Promise.all(all.map((each) => examine(deps, each)))).flat();
}
