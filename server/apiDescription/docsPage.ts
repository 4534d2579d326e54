import { escapeHtml as escape } from '#server/http/escapeHtml.ts';
import type { Content, DescribedOperation, Description, Parameter, Paths } from './openApiTypes.ts';
import { renderBody, renderShape, renderTable, renderType } from './renderShape.ts';

type Call = { path: string; method: string; operation: DescribedOperation };

const listCalls = (paths: Paths): Call[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path,
      method: method.toUpperCase(),
      operation,
    })),
  );

/** Renders paragraphs. What is between backticks becomes code. */
const renderText = (text: string): string =>
  escape(text)
    .split('\n\n')
    .map((part) => `<p>${part.replaceAll(/`([^`]+)`/g, '<code>$1</code>')}</p>`)
    .join('');

/** Names the ways to authenticate, with the scopes of a key. */
function renderSecurity(security: DescribedOperation['security']): string {
  if (security.length === 0) return '';
  const scopes = [...new Set(security.flatMap((way) => Object.values(way).flat()))];
  if (scopes.length > 0)
    return `<p>Scope: ${scopes.map((scope) => `<code>${escape(scope)}</code>`).join(' or ')}</p>`;
  const ways = security.map((way) => Object.keys(way).join(' and '));
  return `<p>Authentication: ${[...new Set(ways)].map(escape).join(', or ')}</p>`;
}

const renderContent = (caption: string, content: Content): string =>
  Object.entries(content)
    .map(([type, { schema, example }]) =>
      [
        renderBody(`${caption}, ${type}`, schema),
        example === undefined
          ? ''
          : `<details><summary>Example</summary><pre tabindex="0">${escape(
              JSON.stringify(example, null, 2),
            )}</pre></details>`,
      ].join(''),
    )
    .join('');

function renderResponses(responses: DescribedOperation['responses']): string {
  const [done, errors] = [/^2/, /^[45]/].map((kind) =>
    Object.entries(responses).filter(([status]) => kind.test(status)),
  );
  const successes = (done ?? []).map(([status, { description, content }]) =>
    content
      ? renderContent(`Answer ${status}`, content)
      : `<p>${status}: ${escape(description)}</p>`,
  );
  const failures = (errors ?? []).map(
    ([status, { description }]) => `<dt>${status}</dt><dd>${renderText(description)}</dd>`,
  );
  return (
    successes.join('') + `<details><summary>Errors</summary><dl>${failures.join('')}</dl></details>`
  );
}

function renderCall(
  { path, method, operation }: Call,
  shared: Readonly<Record<string, Parameter>>,
): string {
  const { operationId, summary, description, parameters, requestBody } = operation;
  const rows = parameters.map((parameter) => {
    const known = '$ref' in parameter ? shared[parameter.$ref.split('/').at(-1) ?? ''] : parameter;
    return {
      name: known?.name ?? '',
      isRequired: known?.required ?? false,
      type: `${known?.in}: ${renderType(known?.schema ?? {})}`,
      description: escape(known?.description ?? ''),
    };
  });
  return (
    `<section id="${operationId}"><h3>${operationId}</h3>` +
    `<p><code>${method} ${escape(path)}</code></p>${renderText(description ?? summary)}` +
    renderSecurity(operation.security) +
    renderTable('Parameters', rows) +
    (requestBody ? renderContent('Body', requestBody.content) : '') +
    `${renderResponses(operation.responses)}</section>`
  );
}

const renderLinks = (names: readonly string[]): string =>
  `<ul>${names.map((name) => `<li><a href="#${name}">${name}</a></li>`).join('')}</ul>`;

type OtherPage = { title: string; url: string };

/** Renders a description as one page without scripts, which the browser can search and print. */
export function renderDocsPage(
  { info, tags, paths, components }: Description,
  { json, others }: { json: string; others: readonly OtherPage[] },
): string {
  const calls = listCalls(paths);
  const ofTag = (name: string) => calls.filter(({ operation }) => operation.tags.includes(name));
  const shapes = Object.entries(components.schemas).sort(([a], [b]) => a.localeCompare(b, 'en'));
  const menu = [
    ...tags.map(({ name }) => ({
      name,
      links: renderLinks(ofTag(name).map(({ operation }) => operation.operationId)),
    })),
    { name: 'shapes', links: renderLinks(shapes.map(([name]) => name)) },
  ].map(({ name, links }) => `<details><summary>${name}</summary>${links}</details>`);
  const sections = tags.map(
    ({ name, description }) =>
      `<section id="${name}"><h2>${name}</h2><p>${escape(description)}</p>` +
      `${ofTag(name)
        .map((call) => renderCall(call, components.parameters))
        .join('')}</section>`,
  );
  const otherLinks = [{ title: 'OpenAPI 3.1 as JSON', url: json }, ...others].map(
    ({ title, url }) => `<li><a href="${escape(url)}">${escape(title)}</a></li>`,
  );
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${escape(info.title)}</title>
    <link rel="icon" type="image/svg+xml" href="/favicon.svg" />
    <link rel="stylesheet" href="/apiDocs.css" />
  </head>
  <body>
    <a class="skip" href="#calls">Skip to the calls</a>
    <nav aria-label="Calls"><ul>${otherLinks.join('')}</ul>${menu.join('')}</nav>
    <main id="calls" tabindex="-1">
      <h1>${escape(info.title)}</h1>
      <p>${escape(info.description)}</p>
      ${sections.join('\n')}
      <section id="shapes"><h2>shapes</h2>${shapes
        .map(([name, shape]) => renderShape(name, shape))
        .join('\n')}</section>
    </main>
  </body>
</html>
`;
}
