import type { Answer, FormDefinition } from '#schemas/forms/forms.ts';
import type { Deps } from '#server/deps.ts';
import { createForm, publishForm } from '#server/forms/providerForms/service.ts';
import { assignTask } from '#server/tasks/tasks/providerTasks.ts';
import { answerTask, closeExpiredTasks } from '#server/tasks/tasks/service.ts';
import { buildClientScope } from '#server/http/session.ts';
import type { DemoDays } from './demoDays.ts';

const questions: FormDefinition = {
  title: 'Fragen zum Unfallhergang',
  description: 'Die Versicherung fragt nach. Ihre Antworten gehen nur an die Kanzlei.',
  formElements: [
    {
      id: 'speed',
      type: 'simplechoice',
      label: 'Wie schnell sind Sie gefahren?',
      required: true,
      options: [
        { value: 'slow', label: 'Unter 30 km/h' },
        { value: 'medium', label: '30 bis 50 km/h' },
        { value: 'fast', label: 'Über 50 km/h' },
      ],
    },
    { id: 'repairDay', type: 'date', label: 'Tag der Reparatur', required: true },
    { id: 'rentalCar', type: 'number', label: 'Mietwagen je Tag', unit: 'Euro', decimals: 2 },
    {
      id: 'seen',
      type: 'textarea',
      label: 'Was haben Sie vor dem Zusammenstoß gesehen?',
      required: true,
    },
    { id: 'papers', type: 'file', label: 'Rechnung der Werkstatt' },
  ],
};
const release: FormDefinition = {
  title: 'Entbindung von der Schweigepflicht',
  formElements: [
    { id: 'doctor', type: 'input', label: 'Name der Praxis oder Klinik', required: true },
    { id: 'signature', type: 'signature', label: 'Ihre Unterschrift', required: true },
  ],
};
const account: FormDefinition = {
  title: 'Bankverbindung für die Auszahlung',
  formElements: [
    { id: 'holder', type: 'input', label: 'Name auf dem Konto', required: true },
    { id: 'iban', type: 'input', label: 'IBAN', required: true },
  ],
};
const bankAnswers: Answer[] = [
  { elementId: 'holder', type: 'input', value: 'Nora Brandt' },
  { elementId: 'iban', type: 'input', value: 'DE02 1203 0000 0000 2020 51' },
];

type Assigned = {
  definition: FormDefinition;
  name?: string;
  daysAgo: number;
  /** at 18:00 */ dueInDays: number;
  answers?: { daysAgo: number; given: Answer[] };
};
const assigned: readonly Assigned[] = [
  { definition: questions, daysAgo: 1, dueInDays: 4 },
  { definition: release, daysAgo: 3, dueInDays: 11 },
  {
    definition: account,
    daysAgo: 24,
    dueInDays: -10,
    answers: { daysAgo: 22, given: bankAnswers },
  },
  { definition: account, name: 'Zeugen benennen', daysAgo: 28, dueInDays: -18 },
];

/** Tasks of a case that are open, answered and expired. Their forms are not public. */
export async function loadDemoTasks(
  deps: Deps,
  { getInstant, at }: DemoDays,
  { accountId, userId, caseId }: { accountId: string; userId: string; caseId: string },
): Promise<void> {
  const provider = { accountId, language: 'de' as const };
  const formIds = new Map<FormDefinition, string>();
  for (const { definition, name, daysAgo, dueInDays, answers } of assigned) {
    const formId =
      formIds.get(definition) ??
      (await createForm(deps, provider, definition, { visibility: 'internal' })).formId;
    if (!formIds.has(definition)) await publishForm(deps, provider, formId);
    formIds.set(definition, formId);
    const validUntil = getInstant(dueInDays, '18:00').toISOString();
    const { workflowId: workflowKey } = await assignTask(at(-daysAgo, '10:00'), provider, caseId, {
      formId,
      validUntil,
      ...(name ? { assistantName: name } : {}),
    });
    if (answers)
      await answerTask(
        at(-answers.daysAgo, '10:00'),
        buildClientScope({ userId, accountId }),
        { workflowKey, language: 'de', idempotencyKey: undefined },
        { revision: 1, language: 'de', answers: answers.given },
      );
  }
  await closeExpiredTasks(deps);
}
