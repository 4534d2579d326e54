import type { Config } from '#server/config.ts';

/** Not readable by scripts (HttpOnly), not sent by other sites (SameSite). */
export const cookieOptions = ({ publicUrl }: Config) => ({
  path: '/api',
  httpOnly: true,
  sameSite: 'strict' as const,
  secure: publicUrl.startsWith('https:'),
});
