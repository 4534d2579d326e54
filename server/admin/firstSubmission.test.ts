import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getProgram } from '#server/testing/programs.ts';
import { freePort } from '#server/testing/serverProcess.ts';
import { waitUntil } from '#tools/waitUntil.ts';
import { scaleTimeout } from '#tools/testing/timeouts.ts';

const heading = '## From an empty folder to the first answers';
const [, section = ''] = readFileSync('docs/operations.md', 'utf8').split(heading);
const [chapter = ''] = section.split(/^## /m);

let home: string;
let port: number;
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'formakte-operator-'));
  port = await freePort();
});
const opened: ChildProcess[] = [];
afterAll(async () => {
  for (const shell of opened) {
    const ended = once(shell, 'exit');
    if (shell.kill()) await ended;
  }
  rmSync(home, { recursive: true });
});

/** Returns the blocks for a terminal, with this port and programs that are built already. */
function readBlocks(): string[] {
  const [server, admin] = (['server', 'admin'] as const).map(
    (name) => `'${process.execPath}' ${resolve(...getProgram(name))}`,
  );
  return [...chapter.matchAll(/```sh\n([^]*?)```/g)].map(([, block = '']) =>
    block
      .replaceAll('localhost:8080', `localhost:${port}`)
      .replaceAll('npm run serve', `PORT=${port} exec ${server}`)
      .replaceAll('npm run -s admin --', admin ?? ''),
  );
}

/** Opens a terminal of the operator. */
function openTerminal() {
  const shell = spawn('sh', { env: { PATH: process.env['PATH'] ?? '', HOME: home } });
  opened.push(shell);
  let said = '';
  for (const stream of [shell.stdout, shell.stderr])
    stream.on('data', (chunk) => (said += String(chunk)));
  return {
    /** Pastes a block, and returns what it prints until this pattern is found. */
    async paste(block: string | undefined, pattern: RegExp): Promise<string> {
      const before = said.length;
      shell.stdin.write(`${block}\n`);
      const read = () => pattern.exec(said.slice(before))?.[0];
      await waitUntil(async () => read() !== undefined, {
        withinMs: scaleTimeout(30_000),
        message: `The terminal does not show ${pattern}`,
      }).catch((error: Error) => {
        throw new Error(`${error.message}, but: ${said}`);
      });
      return read() ?? '';
    },
  };
}

const setUp = {
  ...{ name: 'Aydın & Söhne', firstName: 'Ada', lastName: 'Aydın', email: 'ada@aydin.example' },
  ...{ username: 'ada', password: 'Vogelhaus-77', passwordConfirmation: 'Vogelhaus-77' },
};

/** Sends a form with a telephone number, as the page behind its address does. */
async function sendForm(address: string): Promise<void> {
  const call = async <T>(path: string, init?: RequestInit): Promise<T> => {
    const answer = await fetch(new URL(path, address), init);
    expect([path, answer.status]).toEqual([path, 200]);
    return (await answer.json()) as T;
  };
  const post = (headers: HeadersInit, body: object): RequestInit => ({
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { applicationKey, apiKey } = await call<Record<string, string>>('/api/config');
  const keys = { 'x-application-key': applicationKey ?? '', 'x-api-key': apiKey ?? '' };
  const { workflowKey, accessToken } = await call<Record<string, string>>(
    '/api/authenticate/adhoc/workflow',
    post(keys, { key: address.split('/').at(-1) }),
  );
  const headers = { ...keys, authorization: `Bearer ${accessToken}` };
  const process = `/api/assistants/process?workflowKey=${workflowKey}`;
  const { metaData } = await call<{ metaData: { statementHashes: object } }>(process, { headers });
  const { statementHashes } = metaData;
  const answers = [{ elementId: 'phone', type: 'input', value: '040 123456' }];
  const sending = { revision: 1, language: 'de', statementHashes, answers };
  await call(process, post(headers, { ...sending, agbAccepted: true, datenschutzAccepted: true }));
}

it(
  'The commands of docs/operations.md lead from an empty folder to the answers of a visitor',
  async () => {
    const [settings, serve, publish, read] = readBlocks();
    const [first, second] = [openTerminal(), openTerminal()];
    await first.paste(`${settings}echo saved`, /saved/);
    const link = await first.paste(serve, /http:\S+\/set-up\/\S+/);
    const created = await fetch(link, { method: 'POST', body: new URLSearchParams(setUp) });
    expect(created.status).toBe(200);
    await sendForm(await second.paste(publish, /http:\S+\/externalform\/[\w-]+/));
    await second.paste(read, /"value":"040 123456"/);
  },
  scaleTimeout(120_000),
);
