import { afterEach, beforeEach, expect, it } from 'vitest';
import { createCommandRunner } from '#server/testing/commandRunner.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import { addAccount, json, startTestServer, type TestServer } from '#server/testing/testServer.ts';

describeOnEachDatabase('Refused commands of npm run admin', (open) => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer({ open });
  });
  afterEach(() => server.close());
  const { run, runJson } = createCommandRunner(() => server);

  it.each([
    ['a name of invisible marks', '--name', ['--name', '\u200B']],
    ['a website without its scheme', '--website', ['--name', 'A', '--website', 'a.example']],
    ['a text that is too long', '--city', ['--name', 'A', '--city', 'x'.repeat(1_000)]],
  ])('A firm with %s is refused by the option', async (_, option, given) => {
    const { code, said } = await run('firm', 'add', 'aydin', ...given);
    expect([code, said]).toEqual([1, expect.stringMatching(`^${option}: `)]);
    expect(await runJson('firm', 'list')).toEqual([]);
  });

  it('A firm with a key that is too long for an address is refused', async () => {
    const { code, said } = await run('firm', 'add', 'a'.repeat(201), '--name', 'Aydın');
    expect([code, said]).toEqual([1, expect.stringContaining('at most 200 small letters')]);
  });

  it('A key that would have ended is refused by its option', async () => {
    await run('firm', 'add', 'aydin', '--name', 'Aydın');
    const { code, said } = await run('key', 'new', 'aydin', '--days', '0');
    expect([code, said]).toEqual([1, '--days must be at least 1.']);
  });

  it.each([
    ['an unknown firm', ['key', 'list', 'nobody'], 'There is no firm nobody.'],
    ['an unknown command', ['firm', 'sell'], 'There is no command firm sell.'],
  ])('A failure of a command with --json is JSON, as for %s', async (_, args, sentence) => {
    expect(await runJson(...args)).toEqual({ error: expect.stringContaining(sentence) });
  });

  it('A key that has ended and a webhook that is off are refused by their reasons', async () => {
    const { apiKey } = await addAccount(server, { uniqueKey: 'known' });
    const [key] = await runJson<{ keyId: string }[]>('key', 'list', 'known');
    const created = await server.app.inject({
      method: 'POST',
      url: '/provider/v1/webhooks',
      headers: { 'x-api-key': apiKey },
      payload: { url: 'https://receiver.example/' },
    });
    const { webhookId } = json<{ webhookId: string }>(created);
    await server.deps.db.updateTable('webhooks').set({ isActive: 0 }).execute();
    const test = await run('webhook', 'test', 'known', webhookId);
    expect(test.said).toBe(`The webhook ${webhookId} is turned off. Its firm can turn it on.`);
    await run('key', 'revoke', 'known', key?.keyId ?? '');
    const { said } = await run('key', 'rotate', 'known', key?.keyId ?? '');
    expect(said).toBe(
      `The key ${key?.keyId} has ended or was replaced. npm run admin -- key list known names its ` +
        'successor, and key new known creates another one.',
    );
  });

  it.each([
    ['overlap-hours', ['rotate', 'aydin', 'KEY', '--overlap-hours', '721']],
    ['name', ['new', 'aydin', '--name', 'x'.repeat(101)]],
    ['scopes', ['new', 'aydin', '--scopes', 'forms,forms']],
    ['days', ['new', 'aydin', '--days', '1000000']],
    ['days', ['new', 'aydin', '--days', '1.5']],
  ])('A --%s of a key that the call refuses is refused (%o)', async (option, args) => {
    await run('firm', 'add', 'aydin', '--name', 'Aydın');
    const [key] = await runJson<{ keyId: string }[]>('key', 'list', 'aydin');
    const { code, said } = await run(
      'key',
      ...args.map((word) => (word === 'KEY' ? (key?.keyId ?? '') : word)),
    );
    expect([code, said]).toEqual([1, expect.stringContaining(`--${option}`)]);
    expect(await runJson('key', 'list', 'aydin')).toEqual([key]);
  });

  it.each([
    ['scopes', ['key', 'new', 'known', '--scopes', '']],
    ['days', ['key', 'new', 'known', '--days=']],
    ['overlap-hours', ['key', 'rotate', 'known', 'any', '--overlap-hours', ' ']],
    ['role', ['staff', 'invite', 'known', '--email', 'a@b.example', '--role', '']],
    ['user', ['sessions', 'end', '--all', '--user', '']],
    ['email', ['firm', 'add', 'other', '--name', 'Andere', '--email', '']],
  ])('An empty --%s is refused and changes nothing', async (option, args) => {
    await addAccount(server, { uniqueKey: 'known' });
    const said = `--${option} has no value. Leave the option out or give it one.`;
    expect(await run(...args)).toEqual({ code: 1, said });
    expect(await runJson('key', 'list', 'known')).toHaveLength(1);
    expect(await runJson('firm', 'list')).toHaveLength(1);
  });

  it('An option that is given twice is refused, also with one value', async () => {
    await addAccount(server, { uniqueKey: 'known' });
    const twice = await run('key', 'new', 'known', '--scopes', 'read', '--scopes', 'forms');
    expect(twice).toEqual({ code: 1, said: '--scopes is given more than once.' });
    const marks = await run('firm', 'list', '--json', '--json');
    expect(marks).toEqual({
      code: 1,
      said: JSON.stringify({ error: '--json is given more than once.' }),
    });
  });

  it.each([
    ['no command', [], 'npm run admin -- COMMAND'],
    [
      'an unknown command',
      ['firm', 'sell'],
      'There is no command firm sell. Known are firm add, firm list, firm disable, firm enable.',
    ],
    [
      'an unknown word',
      ['constructor', 'x', '--name', 'x'],
      'There is no command constructor x. npm run admin lists all commands.',
    ],
    [
      'an option before the command',
      ['--name', 'x', 'firm', 'list'],
      'The command comes first, then --name. npm run admin lists all commands.',
    ],
    [
      'an unknown option',
      ['sessions', 'end', '--colour', 'red'],
      'sessions end has no option --colour. It has --user, --firm, --all, --json.',
    ],
    ['a short option', ['firm', 'list', '-v'], 'firm list has no option -v. It has --json.'],
    [
      'an option whose value is missing',
      ['key', 'new', 'known', '--days'],
      '--days has no value. Leave the option out or give it one.',
    ],
    [
      'an option whose value is the next option',
      ['key', 'new', 'known', '--days', '--name', 'x'],
      '--days has no value. Leave the option out or give it one.',
    ],
    [
      'a negative number',
      ['key', 'new', 'known', '--days', '-1'],
      '--days must be a whole number of at most 6 digits.',
    ],
    ['a mark with a value', ['sessions', 'end', '--all=no'], '--all takes no value.'],
    ['a missing firm', ['key', 'list'], 'Usage: npm run admin -- key list FIRM'],
    ['an empty firm', ['key', 'list', ' '], 'Usage: npm run admin -- key list FIRM'],
    [
      'a word too much',
      ['key', 'new', 'known', 'other'],
      'Usage: npm run admin -- key new FIRM [--name] [--scopes] [--days]',
    ],
    [
      'an unknown firm',
      ['firm', 'disable', 'nobody'],
      'There is no firm nobody. npm run admin -- firm list names all.',
    ],
    [
      'an unknown key',
      ['key', 'revoke', 'known', 'K-1'],
      'The firm known has no key K-1. npm run admin -- key list known names its keys.',
    ],
    [
      'an unknown key to rotate',
      ['key', 'rotate', 'known', 'K-1'],
      'The firm known has no key K-1. npm run admin -- key list known names its keys.',
    ],
    [
      'an unknown webhook',
      ['webhook', 'test', 'known', 'W-1'],
      'The firm known has no webhook W-1. npm run admin -- webhook list known names its webhooks.',
    ],
    [
      'an unknown mail to send again',
      ['mails', 'resend', 'M-1'],
      'M-1 cannot be sent again: it is unknown, was sent, has lapsed or has lost its text. ' +
        'npm run admin -- mails list shows its state.',
    ],
    [
      'an unknown mail to mark',
      ['mails', 'mark', 'M-1', '--as', 'sent'],
      'M-1 cannot be marked: it is unknown, was sent or has lapsed. ' +
        'npm run admin -- mails list shows its state.',
    ],
    [
      'an unknown scope',
      ['key', 'new', 'known', '--name', 'x', '--scopes', 'all'],
      '--scopes has the names',
    ],
  ])('%s is explained', async (_, args, sentence) => {
    await addAccount(server, { uniqueKey: 'known' });
    const { code, said } = await run(...args);
    expect([code, said]).toEqual([1, expect.stringContaining(sentence)]);
  });
});
