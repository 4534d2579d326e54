import type { Caller } from './session.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller;
  }
}
