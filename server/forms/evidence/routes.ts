import type { FastifyInstance } from 'fastify';
import { toCanonicalJson } from '#schemas/platform/canonicalJson.ts';
import { getEvidence, getEvidencePdf } from '#schemas/forms/evidence.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { getLetterhead } from '#server/accounts/accounts/service.ts';
import { writeEvidencePdf } from './evidencePdf.ts';
import { finishChaining, readEvidence } from './service.ts';

const asFile = (name: string): string => `attachment; filename="${name}"`;

export function registerEvidenceRoutes(app: FastifyInstance, deps: Deps): void {
  app.addHook('onClose', () => finishChaining(deps));

  route(app, deps, getEvidence, async ({ caller, params: { submissionId }, reply }) => {
    const evidence = await readEvidence(deps.db, caller.accountId, submissionId);
    return reply
      .type('application/json')
      .header('content-disposition', asFile(`evidence-${submissionId}.json`))
      .send(toCanonicalJson(evidence));
  });

  route(app, deps, getEvidencePdf, async ({ caller, params: { submissionId }, reply }) => {
    const evidence = await readEvidence(deps.db, caller.accountId, submissionId);
    return reply
      .type('application/pdf')
      .header('content-disposition', asFile(`evidence-${submissionId}.pdf`))
      .send(await writeEvidencePdf(evidence, await getLetterhead(deps, caller)));
  });
}
