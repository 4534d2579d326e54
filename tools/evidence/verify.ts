import { createHash } from 'node:crypto';
import { Check } from 'typebox/value';
import { toCanonicalJson } from '#schemas/platform/canonicalJson.ts';
import { Evidence, type EvidenceEntry } from '#schemas/forms/evidence.ts';
import { getHash, hashOfText } from '#server/db/hash.ts';

/** One check and, if it failed, the reason. */
export type Verdict = { what: string; wrong?: string };

const formatVerdict = (what: string, isRight: boolean, wrong: string): Verdict =>
  isRight ? { what } : { what, wrong };
const compareHashes = (what: string, expected: string, found: string): Verdict =>
  formatVerdict(what, expected === found, `${expected} is written down, ${found} comes out`);

function read(bytes: Uint8Array): { evidence?: Evidence; verdict: Verdict } {
  const what = 'the file has the form of an evidence export'; // the hashes check the content
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    const value: unknown = JSON.parse(text);
    if (!Check(Evidence, value))
      return {
        verdict: { what, wrong: 'it has parts that an export does not have, or lacks some' },
      };
    return {
      evidence: value,
      verdict: formatVerdict(
        what,
        toCanonicalJson(value) === text,
        'it was rewritten: white space, order or spelling differ from canonical JSON',
      ),
    };
  } catch {
    return { verdict: { what, wrong: 'it is no JSON in UTF-8' } };
  }
}

function verifyLink(entry: EvidenceEntry, previous: EvidenceEntry | null): Verdict {
  const what = `entry ${entry.position} follows the one before it`;
  if (entry.position === 1)
    return formatVerdict(
      'entry 1 begins the chain',
      entry.previousHash === null && previous === null,
      'it names an entry before it',
    );
  if (!previous || entry.previousHash === null)
    return { what, wrong: 'the entry before it is missing' };
  if (previous.accountId !== entry.accountId || previous.position !== entry.position - 1)
    return { what, wrong: 'the entry beside it is another one' };
  return compareHashes(what, entry.previousHash, getHash(previous));
}

function verifyTexts({ record, texts }: Evidence): Verdict[] {
  const findKind = (hash: string): string =>
    record.consents.find(({ textHash }) => textHash === hash)?.kind ?? 'nobody';
  const wanted = [...new Set(record.consents.map(({ textHash }) => textHash))].sort();
  return [
    compareHashes(
      'the accepted texts are all there',
      wanted.join(' '),
      texts
        .map(({ hash }) => hash)
        .sort()
        .join(' '),
    ),
    ...texts.map(({ hash, text }) =>
      compareHashes(`the text of ${findKind(hash)}`, hash, hashOfText(text)),
    ),
  ];
}

/** Recomputes every hash of an exported evidence; needs nothing but the file. */
export function verifyEvidence(bytes: Uint8Array): { evidence?: Evidence; verdicts: Verdict[] } {
  const { evidence, verdict: reading } = read(bytes);
  if (!evidence) return { verdicts: [reading] };
  const { hash, entry, previous, record, definition, answers } = evidence;
  return {
    evidence,
    verdicts: [
      reading,
      compareHashes('the entry', hash, getHash(entry)),
      compareHashes('the record of what was shown', entry.recordHash, getHash(record)),
      compareHashes('the form’s definition', record.definitionHash, getHash(definition)),
      compareHashes('the answers', record.answersHash, getHash(answers)),
      ...verifyTexts(evidence),
      verifyLink(entry, previous),
    ],
  };
}

/**
 * Verifies that exports of one account form one chain: positions are unique and neighbours are
 * linked.
 */
export function verifyAll(all: readonly Evidence[]): Verdict[] {
  const sorted = [...all].sort((one, other) => one.entry.position - other.entry.position);
  return sorted.slice(1).flatMap((evidence, index): Verdict[] => {
    const before = sorted[index]; // `sorted` is one ahead, because the first is left out
    if (!before || before.entry.accountId !== evidence.entry.accountId) return [];
    const what = `entries ${before.entry.position} and ${evidence.entry.position} are of one chain`;
    if (before.entry.position === evidence.entry.position)
      return [
        formatVerdict(
          what,
          before.hash === evidence.hash,
          'they stand at the same place and differ',
        ),
      ];
    return before.entry.position + 1 === evidence.entry.position
      ? [compareHashes(what, evidence.entry.previousHash ?? '', before.hash)]
      : [];
  });
}

/** Verifies that a file is one of those that were sent. */
export function verifyFile(name: string, bytes: Uint8Array, all: readonly Evidence[]): Verdict {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const sent = all.flatMap(({ record }) => record.files).find((file) => file.sha256 === sha256);
  return sent
    ? { what: `${name} was sent as ${sent.name}` }
    : { what: `${name} was sent`, wrong: `no file with ${sha256} was` };
}
