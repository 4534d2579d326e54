import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describe, expect, it } from 'vitest';
import { operations } from '#schemas/endpoints.ts';
import { formatPathTemplate } from '#schemas/platform/endpoint.ts';
import { errorCatalogue } from '#schemas/platform/errors.ts';
import { listPaths } from '#server/http/route.ts';
import { describeApi } from './openApi.ts';

const publicUrl = 'https://portal.kanzlei-brandt.de';
const documents = {
  portal: describeApi('portal', publicUrl),
  provider: describeApi('provider', publicUrl),
};

/** Lists the rules that a description breaks, each once. */
async function lint(description: object): Promise<string[]> {
  const problems = await lintFromString({
    source: JSON.stringify(description),
    config: await createConfig({ extends: ['recommended'] }),
  });
  return [...new Set(problems.map(({ ruleId }) => ruleId))];
}

describe('the description of the APIs', () => {
  it('The provider API keeps all recommended rules', async () => {
    expect(await lint(documents.provider)).toEqual([]);
  });

  it('The portal API keeps them except for paths that its specification gives', async () => {
    expect(await lint(documents.portal)).toEqual(['no-ambiguous-paths']);
  });

  it('A broken reference is found', async () => {
    const { components } = documents.provider;
    const broken = {
      ...documents.provider,
      components: { ...components, schemas: { ...components.schemas, ProviderForm: undefined } },
    };
    expect(await lint(broken)).toContain('no-unresolved-refs');
  });

  it.each(operations.map((operation) => [operation.name, operation] as const))(
    '%s is described once, under its name in the contract',
    (name, { endpoint }) => {
      const path = formatPathTemplate(listPaths(endpoint)[0] ?? '');
      const found = Object.values(documents).flatMap(({ paths }) => {
        const operation = paths[path]?.[endpoint.method.toLowerCase()];
        return operation ? [operation.operationId] : [];
      });
      expect(found).toEqual([name]);
    },
  );

  it('Every reason is in the enumeration of the error’s body', () => {
    for (const { components } of Object.values(documents))
      expect(components.schemas['Problem']?.properties?.['reason']?.enum).toEqual(
        Object.keys(errorCatalogue),
      );
  });

  it('Every body and answer of fields has a name', () => {
    for (const { paths } of Object.values(documents))
      for (const operation of Object.values(paths).flatMap((path) => Object.values(path))) {
        const { requestBody, responses } = operation;
        const contents = [requestBody?.content, ...Object.values(responses).map((r) => r.content)];
        for (const { schema } of contents.flatMap((content) => Object.values(content ?? {})))
          expect(schema, operation.operationId).not.toHaveProperty('properties');
      }
  });

  it('A call that takes an Idempotency-Key names the header', () => {
    const { parameters } = documents.provider.paths['/provider/v1/cases']?.['post'] ?? {};
    expect(parameters).toContainEqual({ $ref: '#/components/parameters/IdempotencyKey' });
  });

  it('An upload is described by its fields, a download by its media type', () => {
    const upload = documents.provider.paths['/provider/v1/files']?.['post'];
    expect(upload?.requestBody?.content).toEqual({
      'multipart/form-data': { schema: { $ref: '#/components/schemas/UploadProviderFileBody' } },
    });
    const pdf =
      documents.provider.paths['/provider/v1/submissions/{submissionId}/evidence.pdf']?.['get'];
    expect(Object.keys(pdf?.responses['200']?.content ?? {})).toEqual(['application/pdf']);
  });

  it('The description contains the value of each element type', () => {
    const { SubmissionDetail, Answer } = documents.provider.components.schemas;
    expect(SubmissionDetail?.properties?.['answers']?.items).toEqual({
      $ref: '#/components/schemas/Answer',
    });
    const values = Object.fromEntries(
      (Answer?.oneOf ?? []).map(({ title, properties }) => [title, properties?.['value']]),
    );
    expect(values).toMatchObject({
      number: { type: 'number' },
      date: { type: 'string', format: 'date' },
      multiplechoice: { type: 'array' },
    });
    expect(values).not.toHaveProperty('headline');
  });
});
