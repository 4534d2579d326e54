import type { FastifyRequest } from 'fastify';
import { isBlankText } from '#schemas/platform/plainText.ts';
import { createProblem } from '#server/problem.ts';
import { getLanguage, getTexts } from '#server/texts.ts';

const texts = {
  Header: 'message.error.noSubject',
  TextContent: 'message.error.noText',
  header: 'message.error.noSubject',
} as const;

/** Creates the check that asks for a subject or text that is missing or blank. */
export const explainMessage =
  (...names: readonly (keyof typeof texts)[]) =>
  (body: unknown, request: FastifyRequest): void => {
    if (typeof body !== 'object' || body === null) return;
    const given = body as Partial<Record<string, unknown>>;
    const missing = names.filter((name) => {
      const value = given[name];
      return value === undefined || (typeof value === 'string' && isBlankText(value));
    });
    if (missing.length === 0) return;
    const text = getTexts(getLanguage(request));
    throw createProblem(
      'invalidInput',
      Object.fromEntries(missing.map((name) => [`/${name}`, text(texts[name], {})])),
    );
  };
