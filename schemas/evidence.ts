import * as Type from 'typebox';
import { Id, IsoDateTime, Language, StringEnum } from './common.ts';
import { endpoint } from './endpoint.ts';
import { Answer } from './forms.ts';

/** SHA-256 as hex: of the canonical JSON (RFC 8785) of what is hashed, of a text in UTF-8, or of a file's bytes. */
export const Sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' });

const closed = { additionalProperties: false };

/** One link of an account's chain. It says nothing about the visitor, so it can outlive the answers. */
export const EvidenceEntry = Type.Object(
  {
    accountId: Id,
    /** from 1, without gaps */
    position: Type.Integer({ minimum: 1 }),
    /** hash of the entry before; null at position 1 */
    previousHash: Type.Union([Sha256, Type.Null()]),
    submissionId: Id,
    /** by the server's clock */
    submittedAt: IsoDateTime,
    recordHash: Sha256,
  },
  closed,
);
export type EvidenceEntry = Type.Static<typeof EvidenceEntry>;

/** One thing a visitor has seen, in the words and the language it was shown in. */
export const ShownItem = Type.Object(
  {
    /** as in answers: an element's id, or `group/row/element` */
    address: Type.String(),
    role: StringEnum(['section', 'text', 'question', 'group', 'row']),
    /** of the element; a row carries its group's */
    type: Type.String(),
    label: Type.Optional(Type.String()),
    help: Type.Optional(Type.String()),
    isRequired: Type.Optional(Type.Boolean()),
    /** The answer as a reader is told it, absent when none was given; of a text, the text. */
    words: Type.Optional(Type.String()),
    /** How and when it was signed, by the device's clock. */
    signature: Type.Optional(
      Type.Object({ method: Type.String(), signedAt: Type.String() }, closed),
    ),
  },
  closed,
);
export type ShownItem = Type.Static<typeof ShownItem>;

export const consentKinds = ['terms', 'privacy'] as const;

/** What was shown and answered. The salt keeps the hash of few words from being guessed. */
export const EvidenceRecord = Type.Object(
  {
    salt: Type.String(),
    accountName: Type.String(),
    formId: Id,
    processGuid: Id,
    revision: Type.Integer({ minimum: 1 }),
    publishedAt: IsoDateTime,
    definitionHash: Sha256,
    language: Language,
    /** when the visitor opened the form */
    startedAt: IsoDateTime,
    submittedAt: IsoDateTime,
    form: Type.Object(
      {
        title: Type.String(),
        description: Type.Optional(Type.String()),
        notice: Type.Optional(Type.String()),
        submitLabel: Type.Optional(Type.String()),
      },
      closed,
    ),
    pages: Type.Array(Type.Object({ title: Type.String(), shown: Type.Array(ShownItem) }, closed)),
    answersHash: Sha256,
    files: Type.Array(
      Type.Object(
        {
          fileId: Id,
          elementId: Type.String(),
          name: Type.String(),
          size: Type.Integer(),
          sha256: Sha256,
        },
        closed,
      ),
    ),
    /** What had to be accepted: the sentence beside the box, and the text it leads to. */
    consents: Type.Array(
      Type.Object(
        {
          kind: StringEnum(consentKinds),
          sentence: Type.String(),
          isAccepted: Type.Boolean(),
          textHash: Sha256,
        },
        closed,
      ),
    ),
  },
  closed,
);
export type EvidenceRecord = Type.Static<typeof EvidenceRecord>;

export const evidenceFormat = 'formakte-evidence-1';

/** Everything a third party needs to recompute each hash: docs/evidence.md. */
export const Evidence = Type.Object(
  {
    format: StringEnum([evidenceFormat]),
    /** of the entry */
    hash: Sha256,
    entry: EvidenceEntry,
    /** the entry before; null at position 1 */
    previous: Type.Union([EvidenceEntry, Type.Null()]),
    record: EvidenceRecord,
    /** as published */
    definition: Type.Unknown(),
    answers: Type.Array(Answer),
    texts: Type.Array(Type.Object({ hash: Sha256, text: Type.String() }, closed)),
  },
  closed,
);
export type Evidence = Type.Static<typeof Evidence>;

const SubmissionParams = Type.Object({ submissionId: Id });

export const getEvidence = endpoint({
  method: 'GET',
  path: '/provider/v1/submissions/:submissionId/evidence',
  tag: 'provider',
  session: ['provider'],
  summary:
    'What was shown, accepted and answered, with hashes and the link of the account’s chain, as canonical JSON. Submissions from before the chain have none.',
  params: SubmissionParams,
  answers: 'canonicalJson',
  reply: Evidence,
  errors: ['notFound'],
});

export const getEvidencePdf = endpoint({
  method: 'GET',
  path: '/provider/v1/submissions/:submissionId/evidence.pdf',
  tag: 'provider',
  session: ['provider'],
  summary:
    'The same to read: questions and answers in the language that was shown, files, consent, times and hashes, with the JSON attached.',
  params: SubmissionParams,
  answers: 'pdf',
  reply: Type.Unknown(),
  errors: ['notFound'],
});
