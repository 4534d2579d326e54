import { dayMs, secondMs } from '#schemas/platform/time.ts';

const keptS = (30 * dayMs) / secondMs;

/** Sets or deletes a cookie without content, which tells the server a state of this browser. */
export function setMarkerCookie(name: string, isSet: boolean): void {
  if (!globalThis.document) return;
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${name}=1; Path=/; SameSite=Strict; Max-Age=${isSet ? keptS : 0}${secure}`;
}
