import * as Type from 'typebox';
import { Id, IsoDateTime, Language, StringEnum, Sha256 } from '#schemas/platform/common.ts';
import { endpoint } from '#schemas/platform/endpoint.ts';
import { Answer } from './forms.ts';

const closed = { additionalProperties: false };

/** One entry of an account's hash chain. Contains no personal data, so it survives erasure. */
export const EvidenceEntry = Type.Object(
  {
    accountId: Id,
    /** starts at 1, without gaps */
    position: Type.Integer({ minimum: 1 }),
    /** hash of the previous entry; null at position 1 */
    previousHash: Type.Union([Sha256, Type.Null()]),
    submissionId: Id,
    /** server time */
    submittedAt: IsoDateTime,
    recordHash: Sha256,
  },
  closed,
);
export type EvidenceEntry = Type.Static<typeof EvidenceEntry>;

/** One element as shown to the visitor, in their language. */
export const ShownItem = Type.Object(
  {
    /** address as in answers: an element id, or `group/row/element` */
    address: Type.String(),
    role: StringEnum(['section', 'text', 'question', 'group', 'row']),
    /** type of the element; a row has its group's type */
    type: Type.String(),
    label: Type.Optional(Type.String()),
    help: Type.Optional(Type.String()),
    isRequired: Type.Optional(Type.Boolean()),
    /** Answer as text; absent without one. */
    words: Type.Optional(Type.String()),
    /** Kind and time of the signature, by the device's clock. */
    signature: Type.Optional(
      Type.Object({ method: Type.String(), signedAt: Type.String() }, closed),
    ),
  },
  closed,
);
export type ShownItem = Type.Static<typeof ShownItem>;

const consentKinds = ['terms', 'privacy'] as const;

/** Shown elements and answers. The salt prevents guessing short answers from the hash. */
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
    /** time when the visitor opened the form */
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
    /** Accepted statement: the checkbox's label and the linked text. */
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

/** All data that a third party needs to recompute each hash (docs/evidence.md). */
export const Evidence = Type.Object(
  {
    format: StringEnum([evidenceFormat]),
    /** hash of the entry */
    hash: Sha256,
    entry: EvidenceEntry,
    /** hash of the previous entry; null at position 1 */
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
  session: ['provider'],
  scopes: ['forms'],
  summary:
    'Returns what was shown, accepted and answered, with hashes and the link of the account’s ' +
    'chain, as canonical JSON. Submissions from before the chain have none.',
  params: SubmissionParams,
  answers: 'canonicalJson',
  reply: Evidence,
  errors: ['notFound'],
});

export const getEvidencePdf = endpoint({
  method: 'GET',
  path: '/provider/v1/submissions/:submissionId/evidence.pdf',
  session: ['provider'],
  scopes: ['forms'],
  summary:
    'Returns the evidence as a PDF: questions and answers in the language that was shown, files, ' +
    'consent, times and hashes, with the JSON attached.',
  params: SubmissionParams,
  answers: 'pdf',
  reply: Type.Unknown(),
  errors: ['notFound'],
});
