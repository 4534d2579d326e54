import type { FastifyInstance } from 'fastify';

const maxBytes = 1_024;

/** Takes and drops the bodies of pages whose buttons send no field. */
export function ignoreBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: maxBytes }, (_, __, done) =>
    done(null, undefined),
  );
}
