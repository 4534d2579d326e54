import { createHash, type Hash } from 'node:crypto';
import type { FastifyMultipartBaseOptions, MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { defaultLanguage, languages, type Language } from '#schemas/platform/common.ts';
import { postedNames } from '#schemas/forms/postedForms.ts';
import { toPlainText } from '#schemas/platform/plainText.ts';
import type { PostedValues } from '#src/engine/core/answers/mergePosted.ts';
import { assertComplete, guardMultipart } from '#server/files/files/service.ts';
import { decodeUtf8 } from '#server/http/input/encodings.ts';
import { createProblem } from '#server/problem.ts';

/** Fields of a page as a browser has posted them. */
export type PostedParts = {
  values: PostedValues;
  language: Language;
  /**
   * Hash of everything that was posted, the same for a repeated request of a browser. With a secret
   * in it, it is an Idempotency-Key only if a random field is in it, too.
   */
  hash: string;
  /** Hash of the address and the browser that have posted. */
  sender: string;
};

/** Stores a file and adds it to the hash. Gets the fields before it. */
type StoreFile = (part: MultipartFile, values: PostedValues, hash: Hash) => Promise<void>;

export const getFirstValue = (values: PostedValues, name: string): string =>
  values.get(name)?.[0] ?? '';

export const readLanguage = (values: PostedValues): Language =>
  languages.find((language) => language === getFirstValue(values, postedNames.language)) ??
  defaultLanguage;

const startHash = ({ ip, headers }: FastifyRequest): Hash =>
  createHash('sha256').update(`${ip} ${headers['user-agent'] ?? ''}`);

/** Reads the fields of a page that was posted without scripts, and stores its files. */
export const readParts = (
  request: FastifyRequest,
  limits: NonNullable<FastifyMultipartBaseOptions['limits']>,
  storeFile: StoreFile,
): Promise<PostedParts> =>
  guardMultipart(request, async () => {
    const values = new Map<string, string[]>();
    const hash = startHash(request);
    const sender = hash.copy().digest('base64url');
    // One character per byte, so that bytes which are not UTF-8 are seen. Browsers name no charset.
    for await (const part of request.parts({ limits, defCharset: 'latin1' })) {
      if (part.type === 'file') {
        // an empty file field
        if (part.filename === '' || part.filename === undefined) part.file.resume();
        else await storeFile(part, values, hash);
        continue;
      }
      if (part.valueTruncated) throw createProblem('requestTooLarge');
      const value = toPlainText(decodeUtf8(Buffer.from(String(part.value), 'latin1')));
      hash.update(JSON.stringify([part.fieldname, value]));
      values.set(part.fieldname, [...(values.get(part.fieldname) ?? []), value]);
    }
    assertComplete(request);
    return { values, language: readLanguage(values), hash: hash.digest('base64url'), sender };
  });
