import { expectAnswer, expectProblem } from './browser.ts';
import type { Facts, Portal } from './portal.ts';
import { definition, name, processShape, submission } from './formSamples.ts';
import { get, nobodysId } from './samples.ts';

/** A form that waits as a task in a case of the client. */
async function assignTask(portal: Portal) {
  const { account, client, openCase, publish } = portal;
  const caseId = await openCase(client);
  const { formId } = await publish(definition);
  const made = await account.provider('post', `/cases/${caseId}/tasks`, { formId });
  const workflowKey = get(made, 'workflowId');
  const root = `/api/e.consult.${account.accountId}/assistants`;
  return {
    caseId,
    workflowKey,
    processUrl: `${root}/process?workflowKey=${workflowKey}`,
    listUrl: `${root}/processes/${caseId}`,
    detailUrl: `${root}/processes/${caseId}/workflow/${workflowKey}`,
  };
}

/** Tasks of a case. */
export const taskFacts: Facts = {
  'GET e.consult.{acc}/assistants/process?workflowKey={key}': {
    succeeds: [
      'A task’s form is opened and answered with the client’s own session',
      async (portal) => {
        const { processUrl, workflowKey } = await assignTask(portal);
        const { browser } = portal.client;
        const process = expectAnswer(await browser.get(processUrl), {
          ...processShape,
          workflowKey,
        });
        expectAnswer(await browser.post(processUrl, submission(process, [name])));
        expectProblem(await browser.get(processUrl), 409, 'alreadySubmitted');
      },
    ],
    refuses: [
      'A visitor is 401, a client of others 404, and a closed task 410',
      async (portal) => {
        const { processUrl, workflowKey } = await assignTask(portal);
        expectProblem(await portal.visit().get(processUrl), 401);
        expectProblem(await portal.stranger.browser.get(processUrl), 404);
        await portal.account.provider('post', `/tasks/${workflowKey}/close`);
        expectProblem(await portal.client.browser.get(processUrl), 410, 'taskClosed');
      },
    ],
    rejects: [
      'A request without a workflow is 400, and an unknown one 404',
      async ({ account, client }) => {
        const url = `/api/e.consult.${account.accountId}/assistants/process`;
        expectProblem(await client.browser.get(url), 400, 'invalidInput', '/workflowKey');
        expectProblem(await client.browser.get(`${url}?workflowKey=${nobodysId}`), 404);
      },
    ],
  },
  'GET e.consult.{acc}/assistants/processes/{akteIdHash}': {
    succeeds: [
      'A case lists its tasks with their state',
      async (portal) => {
        const { listUrl, workflowKey } = await assignTask(portal);
        expectAnswer(await portal.client.browser.get(listUrl), {
          workflows: [
            {
              workflowId: workflowKey,
              assistantName: 'Schaden melden',
              hasAnswer: false,
              isClosed: false,
              validUntil: null,
              answerCreationDate: null,
            },
          ],
        });
      },
    ],
    refuses: [
      'A visitor is 401, and a client of others 404',
      async (portal) => {
        const { listUrl } = await assignTask(portal);
        expectProblem(await portal.visit().get(listUrl), 401);
        expectProblem(await portal.stranger.browser.get(listUrl), 404);
      },
    ],
    rejects: [
      'An unknown case is 404',
      async ({ account, client }) =>
        void expectProblem(
          await client.browser.get(
            `/api/e.consult.${account.accountId}/assistants/processes/${nobodysId}`,
          ),
          404,
        ),
    ],
  },
  'GET e.consult.{acc}/assistants/processes/{akteIdHash}/workflow/{workflowKey}': {
    succeeds: [
      'An answered task has its answers',
      async (portal) => {
        const { detailUrl, processUrl, workflowKey } = await assignTask(portal);
        const { browser } = portal.client;
        expectAnswer(await browser.get(detailUrl), { hasAnswer: false, answers: [] });
        const { body } = await browser.get(processUrl);
        await browser.post(processUrl, submission(body, [name]));
        expectAnswer(await browser.get(detailUrl), {
          workflowId: workflowKey,
          hasAnswer: true,
          answers: [{ answerFormElements: [name] }],
        });
      },
    ],
    refuses: [
      'A visitor is 401, and a client of others 404',
      async (portal) => {
        const { detailUrl } = await assignTask(portal);
        expectProblem(await portal.visit().get(detailUrl), 401);
        expectProblem(await portal.stranger.browser.get(detailUrl), 404);
      },
    ],
    rejects: [
      'A task of another case is 404',
      async (portal) => {
        const [one, other] = [await assignTask(portal), await assignTask(portal)];
        const url = `${one.listUrl}/workflow/${other.workflowKey}`;
        expectProblem(await portal.client.browser.get(url), 404);
      },
    ],
  },
};
