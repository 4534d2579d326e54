import type { FastifyInstance } from 'fastify';
import type { Config } from '#server/config.ts';

const apis = [
  {
    name: 'provider',
    title: 'Provider API',
    json: '/provider/v1/openapi.json',
    page: '/api/docs',
  },
  { name: 'portal', title: 'Portal API', json: '/api/openapi.json', page: '/api/docs/portal' },
] as const;

/** Imported with the first request, because they read the whole contract. */
async function loadBuilders() {
  const [{ describeApi }, { renderDocsPage }] = await Promise.all([
    import('./openApi.ts'),
    import('./docsPage.ts'),
  ]);
  return { describeApi, renderDocsPage };
}
type Builders = Awaited<ReturnType<typeof loadBuilders>>;

/** Serves both descriptions as JSON and as pages. Each is built with its first request. */
export function registerApiDescriptionRoutes(
  app: FastifyInstance,
  { publicUrl }: Pick<Config, 'publicUrl'>,
): void {
  const serve = (address: string, type: string, build: (builders: Builders) => string) => {
    let content: string | undefined;
    app.get(address, async (_request, reply) => {
      content ??= build(await loadBuilders());
      // a new version changes it
      return reply.type(type).header('cache-control', 'no-cache').send(content);
    });
  };
  for (const { name, json, page } of apis) {
    const others = apis
      .filter((api) => api.name !== name)
      .map(({ title, page }) => ({ title, url: page }));
    serve(json, 'application/json', ({ describeApi }) =>
      JSON.stringify(describeApi(name, publicUrl)),
    );
    serve(page, 'text/html; charset=utf-8', ({ describeApi, renderDocsPage }) =>
      renderDocsPage(describeApi(name, publicUrl), { json, others }),
    );
  }
}
