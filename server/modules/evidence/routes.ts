import type { FastifyInstance } from 'fastify';
import { canonicalJson } from '#schemas/canonicalJson.ts';
import { getEvidence, getEvidencePdf } from '#schemas/evidence.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { letterheadOf } from '#server/modules/accounts/service.ts';
import { writeEvidencePdf } from './evidencePdf.ts';
import { evidenceOf } from './service.ts';

const asFile = (name: string): string => `attachment; filename="${name}"`;

export function registerEvidenceRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, getEvidence, async ({ caller, params: { submissionId }, reply }) => {
    const evidence = await evidenceOf(deps.db, caller.accountId, submissionId);
    return reply
      .type('application/json')
      .header('content-disposition', asFile(`evidence-${submissionId}.json`))
      .send(canonicalJson(evidence));
  });

  route(app, deps, getEvidencePdf, async ({ caller, params: { submissionId }, reply }) => {
    const evidence = await evidenceOf(deps.db, caller.accountId, submissionId);
    return reply
      .type('application/pdf')
      .header('content-disposition', asFile(`evidence-${submissionId}.pdf`))
      .send(writeEvidencePdf(evidence, await letterheadOf(deps, caller)));
  });
}
