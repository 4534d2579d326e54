import type { FastifyInstance, FastifyRequest } from 'fastify';

const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Builds the expression of a route's path; a parameter `:name` is at most one segment. */
const toExpression = (path: string): RegExp =>
  new RegExp(`^${path.split(/:\w+/).map(escapeRegExp).join('[^/]+')}/?$`);

/** Lists the methods of a request's path; empty for an unknown path. */
export type ListMethods = (request: FastifyRequest) => string[];

/** Collects the methods of all routes that are registered after it. */
export function collectMethods(app: FastifyInstance): ListMethods {
  const routes: { path: string; methods: string[] }[] = [];
  let compiled: { path: RegExp; methods: string[] }[] | undefined;
  app.addHook('onRoute', ({ url, method }) => {
    // a wildcard serves files, and would match any path
    if (!url.includes('*')) routes.push({ path: url, methods: [method].flat() });
  });
  return ({ url }) => {
    compiled ??= routes.map(({ path, methods }) => ({ path: toExpression(path), methods }));
    const [path = ''] = url.split('?');
    const known = compiled.filter((route) => route.path.test(path));
    return [...new Set(known.flatMap(({ methods }) => methods))].sort();
  };
}
