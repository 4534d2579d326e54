import type { FastifyReply } from 'fastify';
import type { Config } from '#server/config.ts';

/** Not readable by scripts (HttpOnly), not sent by other sites (SameSite). */
export const getCookieOptions = ({ publicUrl }: Config) => ({
  path: '/', // posted pages need it as well as calls
  httpOnly: true,
  sameSite: 'strict' as const,
  secure: publicUrl.startsWith('https:'),
});

/** Path of the cookies of earlier versions. Browsers send them first, so they must go. */
const earlierPath = '/api';

/** Sets a cookie for pages and calls; without a lifetime it ends with the browser's session. */
export function setOwnCookie(
  reply: FastifyReply,
  config: Config,
  name: string,
  value: string,
  lifetime: { expires?: Date; maxAge?: number } = {},
): void {
  reply.setCookie(name, value, { ...getCookieOptions(config), ...lifetime });
  reply.clearCookie(name, { ...getCookieOptions(config), path: earlierPath });
}

export function clearOwnCookie(reply: FastifyReply, config: Config, name: string): void {
  for (const path of [getCookieOptions(config).path, earlierPath])
    reply.clearCookie(name, { ...getCookieOptions(config), path });
}
