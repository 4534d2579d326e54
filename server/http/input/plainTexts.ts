import type { FastifyInstance } from 'fastify';
import { isPlainText } from '#schemas/platform/plainText.ts';
import type { Language } from '#schemas/platform/common.ts';
import { requestLimits } from '#server/http/limits.ts';
import { createProblem, type ProblemError } from '#server/problem.ts';
import { getLanguage, getTexts } from '#server/texts.ts';

const escapePart = (part: string): string => part.replaceAll('~', '~0').replaceAll('/', '~1');

/**
 * Lists the JSON pointers of texts that are not plain, names of fields included. Returns undefined
 * for a value that is nested too deeply to look into.
 */
function findUnplain(value: unknown): string[] | undefined {
  const found: string[] = [];
  const path: string[] = [];

  function enter(name: string, part: unknown): boolean {
    path.push(name);
    const isShallow = path.length <= requestLimits.maxDepth && look(part);
    path.pop();
    return isShallow;
  }

  function look(part: unknown): boolean {
    if (found.length === requestLimits.maxFields) return true;
    if (typeof part === 'string') {
      if (!isPlainText(part)) found.push(path.map((name) => `/${escapePart(name)}`).join(''));
      return true;
    }
    if (typeof part !== 'object' || part === null) return true;
    return Object.entries(part).every(([name, inner]) =>
      enter(name, isPlainText(name) ? (inner as unknown) : name),
    );
  }

  return look(value) ? found : undefined;
}

/** Returns the error for a body or query with control characters; undefined without any. */
export function findTextProblem(value: unknown, language: Language): ProblemError | undefined {
  const found = findUnplain(value);
  if (found?.length === 0) return undefined;
  const text = getTexts(language)('input.error.controlCharacter', {});
  return createProblem(
    'invalidInput',
    found && Object.fromEntries(found.map((each) => [each, text])),
  );
}

/**
 * Refuses control characters in addresses before anything reads them, because PostgreSQL stores no
 * NUL. A path that has one is unknown; a query is refused by its names.
 */
export function refuseControlCharacters(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    const language = getLanguage(request);
    if (findTextProblem(request.params, language)) throw createProblem('notFound');
    // pages of the web app take any query, and forms clean the answers in theirs
    if (request.is404 || request.routeOptions.config.isPrefilled) return;
    const found = findTextProblem(request.query, language);
    if (found) throw found;
  });
}
