import { pino } from 'pino';
import { germanDay } from '#schemas/dates.rules.ts';
import type { Answer } from '#schemas/forms.ts';
import type { Deps } from '#server/deps.ts';
import { isLoginRequired } from '#schemas/assistants.ts';
import { findWorkflow, startWorkflow, takeAnswers } from '#server/modules/assistants/service.ts';
import { signTimeToken } from '#server/modules/assistants/timeToken.ts';

/** Days before today on which somebody has sent the form. */
const sentDaysAgo = [2, 3, 9, 12, 17, 18, 25, 33, 38, 47, 54, 61, 75];

/** Of those who gave up: how many came to each page and to none behind it, week by week into the past. */
const gaveUpAt = [
  { you: 1, notice: 2, driver: 0, papers: 1 },
  { you: 0, notice: 3, driver: 1, papers: 0 },
  { you: 2, notice: 2, driver: 0, papers: 2 },
  { you: 1, notice: 1, driver: 0, papers: 0 },
  { you: 0, notice: 4, driver: 1, papers: 1 },
  { you: 1, notice: 1, driver: 0, papers: 0 },
] as const;

const dayMs = 86_400_000;
const minuteMs = 60_000;

/** Answers as a visitor gives them; the notice came some days before. */
const answersOn = (day: Date): Answer[] => [
  { elementId: 'name', type: 'input', value: 'Kim Petersen' },
  { elementId: 'email', type: 'input', value: 'kim.petersen@beispiel.example' },
  { elementId: 'received', type: 'date', value: germanDay(new Date(day.getTime() - 3 * dayMs)) },
  { elementId: 'kind', type: 'simplechoice', value: 'speed' },
  { elementId: 'wasDriving', type: 'simplechoice', value: 'yes' },
];

/** Visitors of some weeks: some have sent the form, as the server takes it from anybody, others gave up, of whom there is no more than numbers. */
export async function loadDemoVisits(
  deps: Deps,
  { formId, processGuid }: { formId: string; processGuid: string },
): Promise<void> {
  const now = deps.clock.now().getTime();
  const at = (instant: number): Deps => ({ ...deps, clock: { now: () => new Date(instant) } });
  for (const days of sentDaysAgo) {
    const [began, sent] = [at(now - days * dayMs), at(now - days * dayMs + 4 * minuteMs)];
    const access = await startWorkflow(began, processGuid);
    if (isLoginRequired(access)) throw new Error('The demo form asks for a PIN');
    const workflow = await findWorkflow(deps.db, access.workflowKey);
    if (!workflow) throw new Error('The demo visit has not begun');
    await takeAnswers(
      sent,
      { workflow, language: 'de', idempotencyKey: undefined },
      {
        revision: 1,
        language: 'de',
        answers: answersOn(sent.clock.now()),
        timeToken: await signTimeToken(began, workflow.key),
      },
      pino({ level: 'silent' }),
    );
  }
  const steps = gaveUpAt.flatMap(({ you, notice, driver, papers }, weeksAgo) => {
    const day = germanDay(new Date(now - (weeksAgo * 7 + 1) * dayMs)); // not a day on which somebody has sent it: each row is new
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
  await deps.db.insertInto('formSteps').values(steps).execute();
}
