import type { Deps } from '#server/deps.ts';
import { describeCause } from '#server/http/logging.ts';
import { checkClamd, createClamdScan, type ClamdAddress } from '#server/ports/clamdScan.ts';
import { scannerLimits } from '#server/ports/limits.ts';
import { checkRelay } from '#server/ports/mailer.ts';
import { getReadiness } from '#server/runtime/readiness.ts';
import { examineCertificates } from './certificates.ts';
import type { Command, Outcome } from './command.ts';

/** `isWarning`: it will need attention soon, or cannot be judged. */
export type Finding = { part: string; isRight: boolean; isWarning: boolean; cause: string };

type Check = { name: string; findCause: () => Promise<string | undefined> };

async function examine({ name, findCause }: Check): Promise<Finding> {
  const cause = await findCause().catch((error: unknown) =>
    error instanceof Error ? error.message || describeCause(error) : describeCause(error),
  );
  return { part: name, isRight: cause === undefined, isWarning: false, cause: cause ?? '' };
}

const checkMailRelay = ({ config: { mail } }: Deps): Check => ({
  name: 'relay',
  findCause: async () => void (mail && (await checkRelay(mail))),
});

/** Scans the test files of the start. */
const checkScanner = (clamd: ClamdAddress): Check => ({
  name: 'scanner',
  findCause: async () =>
    (await checkClamd(createClamdScan(clamd, scannerLimits))).join(' ') || undefined,
});

const noScanner: Finding = {
  part: 'scanner',
  isRight: true,
  isWarning: true,
  cause:
    'CLAMD_URL is not set. The built-in check knows the EICAR test file alone, so viruses in ' +
    'uploads are not found.',
};

/** Examines everything that the server needs, besides the configuration that opened `deps`. */
async function examineInstallation(deps: Deps): Promise<Outcome> {
  const parts = getReadiness(deps).checks.filter(({ name }) => name !== 'scanner');
  const { clamd } = deps.config;
  const [checked, scanner, certificates] = await Promise.all([
    Promise.all([...parts, checkMailRelay(deps)].map(examine)),
    clamd ? examine(checkScanner(clamd)) : noScanner,
    examineCertificates(deps),
  ]);
  const result = [...checked, scanner, ...certificates];
  return { result, isFailure: result.some(({ isRight }) => !isRight) };
}

export const doctorCommands: Readonly<Record<string, Command>> = {
  doctor: {
    takes: [],
    purpose: 'checks database, files, disk, mails, clock, relay, scanner and certificates',
    run: examineInstallation,
  },
};
