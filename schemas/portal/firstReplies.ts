import type { Language } from '#schemas/platform/common.ts';

/** Id of the element with the first replies in a page after a login. */
export const firstRepliesId = 'first-replies';

/**
 * Cookie of a browser with a logout that the server has not received: its pages contain no
 * replies.
 */
export const loggedOutCookie = 'formakte-logged-out';

/** Reply to a call, as its response would contain it. */
export type FirstReply = { data: unknown; etag?: string };

/** Replies to the calls that a page makes first, for the session that the browser holds. */
export type FirstReplies = {
  sessionId: string;
  /** the newest event of the user before the calls were made */
  lastEventId: number;
  /** the server's time, ISO 8601 */
  sentAt: string;
  /** language of the texts */
  language: Language;
  /** by the address of the call */
  replies: Record<string, FirstReply>;
};
