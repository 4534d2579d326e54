import type { Caller, ToStaffCaller } from './session.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** takes a file */
    isUpload?: boolean;
    /** a browser shows the response, so a problem is a page too */
    isPage?: boolean;
    /** its query has answers of a form, which are cleaned */
    isPrefilled?: boolean;
  }
  interface FastifyInstance {
    toStaffCaller: ToStaffCaller;
    /**
     * Lets connections that are kept alive end with their next response; resolves when they have
     * ended, or after a second.
     */
    drain: () => Promise<void>;
  }
  interface FastifyRequest {
    caller: Caller;
  }
}
