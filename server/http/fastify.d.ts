import type { Caller, ToStaffCaller } from './session.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** takes a file */
    isUpload?: boolean;
    /** a browser shows the response, so a problem is a page too */
    isPage?: boolean;
  }
  interface FastifyInstance {
    toStaffCaller: ToStaffCaller;
  }
  interface FastifyRequest {
    caller: Caller;
  }
}
