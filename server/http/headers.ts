import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Config } from '#server/config.ts';
import { forbidListing } from './searchEngines.ts';

/**
 * The content security policy: scripts and connections of this server only. Never add `unsafe-*`.
 */
export const contentSecurityPolicy = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:', 'blob:'],
  'media-src': ["'self'", 'blob:'],
  'connect-src': ["'self'"],
  'font-src': ["'self'"],
  'manifest-src': ["'self'"],
  'worker-src': ["'self'"],
  'form-action': ["'self'"],
  'base-uri': ["'none'"],
  'frame-ancestors': ["'none'"],
};

const oneYearSeconds = 31_536_000;

export async function secure(app: FastifyInstance, config: Config): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: contentSecurityPolicy },
    strictTransportSecurity:
      config.mode === 'production' ? { maxAge: oneYearSeconds, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'no-referrer' },
    frameguard: { action: 'deny' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
  });
  forbidListing(app);
  app.addHook('onSend', async (request, reply) => {
    reply.header(
      'permissions-policy',
      'camera=(self), geolocation=(self), microphone=(), payment=(), usb=()',
    );
    reply.header('x-request-id', request.id);
  });
}
