import type { Socket } from 'node:net';
import { STATUS_CODES, type OutgoingHttpHeaders } from 'node:http';
import { defaultLanguage, type Language } from '#schemas/platform/common.ts';
import { errorCatalogue, type ErrorReason } from '#schemas/platform/errors.ts';
import type { Problem } from '#schemas/platform/problem.ts';
import { newId } from '#server/db/newId.ts';
import { getTexts } from '#server/texts.ts';

const reasonsOfParser: Readonly<Record<string, ErrorReason>> = {
  HPE_HEADER_OVERFLOW: 'headersTooLarge',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'requestTooLarge',
  ERR_HTTP_REQUEST_TIMEOUT: 'requestTimeout',
};

type LastResponse = {
  reason: ErrorReason;
  requestId: string;
  type: string;
  body: string;
  /** names in lower case */ headers?: OutgoingHttpHeaders;
};

/** Formats the last response of a connection, as text, because no route can send it. */
export function formatLastResponse(response: LastResponse): string {
  const { status } = errorCatalogue[response.reason];
  const headers = {
    ...response.headers,
    connection: 'close',
    'content-type': `${response.type}; charset=utf-8`,
    'content-length': Buffer.byteLength(response.body),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-request-id': response.requestId,
  };
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`),
    '',
    response.body,
  ].join('\r\n');
}

/** Builds a problem as the last response of a connection. */
export function buildLastProblem(
  reason: ErrorReason,
  language: Language,
  requestId: string,
): string {
  const reasonMessage = getTexts(language)(errorCatalogue[reason].message, {});
  const body = JSON.stringify({ reason, reasonMessage, requestId } satisfies Problem);
  return formatLastResponse({ reason, requestId, type: 'application/json', body });
}

/**
 * Answers a request that Node's HTTP parser refused, before any route, and closes the connection.
 */
export function answerParserError({ code = '' }: Error & { code?: string }, socket: Socket): void {
  if (code === 'ECONNRESET' || socket.destroyed) return;
  if (!socket.writable) return void socket.destroy();
  const reason = reasonsOfParser[code] ?? 'invalidInput';
  // The headers with the caller's language and media types are among what could not be parsed.
  socket.end(buildLastProblem(reason, defaultLanguage, newId()));
}
