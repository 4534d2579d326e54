import type { Socket } from 'node:net';
import { STATUS_CODES } from 'node:http';
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

/** Builds the last response of a connection, as text, because no route can send it. */
export function buildLastResponse(
  reason: ErrorReason,
  language: Language,
  requestId: string,
): string {
  const { status, message } = errorCatalogue[reason];
  const body = JSON.stringify({
    reason,
    reasonMessage: getTexts(language)(message, {}),
    requestId,
  } satisfies Problem);
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    `X-Request-Id: ${requestId}`,
    '',
    body,
  ].join('\r\n');
}

/**
 * Answers a request that Node's HTTP parser refused, before any route, and closes the connection.
 */
export function answerParserError({ code = '' }: Error & { code?: string }, socket: Socket): void {
  if (code === 'ECONNRESET' || socket.destroyed) return;
  if (!socket.writable) return void socket.destroy();
  const reason = reasonsOfParser[code] ?? 'invalidInput';
  // The header with the caller's language is among what could not be parsed.
  socket.end(buildLastResponse(reason, defaultLanguage, newId()));
}
