import { pino } from 'pino';
import type { Answer } from '#schemas/forms/forms.ts';
import type { Deps } from '#server/deps.ts';
import { isLoginRequired } from '#schemas/forms/assistants.ts';
import { findWorkflow, startWorkflow, storeAnswers } from '#server/forms/assistants/service.ts';
import { addToSteps } from '#server/forms/formSteps/repository.ts';
import { signTimeToken } from '#server/forms/assistants/timeToken.ts';
import type { DemoDays } from './demoDays.ts';

/** Days before today on which a visitor submitted the form. */
const sentDaysAgo = [2, 3, 9, 12, 17, 18, 25, 33, 38, 47, 54, 61, 75];

/**
 * Visitors who gave up: the number who reached each page and no later one, per week into the past.
 */
const gaveUpAt = [
  { you: 1, notice: 2, driver: 0, papers: 1 },
  { you: 0, notice: 3, driver: 1, papers: 0 },
  { you: 2, notice: 2, driver: 0, papers: 2 },
  { you: 1, notice: 1, driver: 0, papers: 0 },
  { you: 0, notice: 4, driver: 1, papers: 1 },
  { you: 1, notice: 1, driver: 0, papers: 0 },
] as const;

/** Builds a visitor's answers. */
const buildAnswers = (received: string): Answer[] => [
  { elementId: 'name', type: 'input', value: 'Kim Petersen' },
  { elementId: 'email', type: 'input', value: 'kim.petersen@beispiel.example' },
  { elementId: 'received', type: 'date', value: received },
  { elementId: 'kind', type: 'simplechoice', value: 'speed' },
  { elementId: 'wasDriving', type: 'simplechoice', value: 'yes' },
];

/**
 * Creates visits of several weeks: submissions through the public call, and counters for visitors
 * who gave up.
 */
export async function loadDemoVisits(
  deps: Deps,
  { getDay, at }: DemoDays,
  { formId, processGuid }: { formId: string; processGuid: string },
): Promise<void> {
  for (const days of sentDaysAgo) {
    const [began, sent] = [at(-days, '19:30'), at(-days, '19:34')];
    const access = await startWorkflow(began, processGuid);
    if (isLoginRequired(access)) throw new Error('The demo form asks for a PIN');
    const workflow = await findWorkflow(deps.db, access.workflowKey);
    if (!workflow) throw new Error('The demo visit has not begun');
    await storeAnswers(
      sent,
      { workflow, language: 'de', idempotencyKey: undefined },
      {
        revision: 1,
        language: 'de',
        answers: buildAnswers(getDay(-days - 3)),
        timeToken: await signTimeToken(began, workflow.key),
      },
      pino({ level: 'silent' }),
    );
  }
  const steps = gaveUpAt.flatMap(({ you, notice, driver, papers }, weeksAgo) => {
    const day = getDay(-(weeksAgo * 7 + 1));
    const onDriver = driver + Math.min(1, papers);
    const counts = {
      begun: you + notice + driver + papers,
      'page:you': you + notice + driver + papers,
      'page:notice': notice + driver + papers,
      'page:driver': onDriver,
      'page:papers': papers,
    };
    return Object.entries(counts)
      .filter(([, count]) => count > 0)
      .map(([step, count]) => ({ formId, revision: 1, day, step, count }));
  });
  await addToSteps(deps.db, steps); // other visitors have submitted on the same day
}
