import type { Config } from '#server/config.ts';

/** No script reads our cookies, and no other site makes a browser send them. */
export const cookieOptions = ({ publicUrl }: Config) => ({
  path: '/api',
  httpOnly: true,
  sameSite: 'strict' as const,
  secure: publicUrl.startsWith('https:'),
});
