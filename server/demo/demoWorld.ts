import { Readable } from 'node:stream';
import type { FormDefinition } from '#schemas/forms.ts';
import { limits } from '#schemas/limits.ts';
import { newId } from '#server/db/newId.ts';
import type { Deps } from '#server/deps.ts';
import { hashApiKey } from '#server/http/session.ts';
import { ownerOfAccount } from '#server/modules/files/service.ts';
import { createForm, publishForm } from '#server/modules/providerForms/service.ts';
import { demoAccounts, type DemoAccount } from './accounts.ts';
import { demoApiKey } from './demoKeys.ts';
import aydinKollegen from './forms/aydin-kollegen.json' with { type: 'json' };
import falkenried from './forms/falkenried.json' with { type: 'json' };
import lichtblick from './forms/lichtblick.json' with { type: 'json' };
import { writeLeaflet } from './leaflet.ts';
import { drawLogo } from './logo.ts';

/** Each demo account's form; checked against the contract when it is published. */
const forms = { 'aydin-kollegen': aydinKollegen, falkenried, lichtblick } as Record<string, unknown> as Record<string, FormDefinition>;

const leaflets = [
  { fileName: 'Merkblatt Verkehrsunfall.pdf', title: 'Merkblatt Verkehrsunfall', lines: [
    '1. Sichern Sie die Unfallstelle und rufen Sie Hilfe: 112.', '2. Machen Sie Fotos, bevor die Autos bewegt werden.', '3. Notieren Sie Kennzeichen, Namen und Zeugen.',
    '4. Geben Sie keine Schuld zu und unterschreiben Sie nichts.', '5. Melden Sie uns den Unfall, bevor Sie mit der Versicherung sprechen.'] },
  { fileName: 'Vollmacht (Muster).pdf', title: 'Vollmacht (Muster)', lines: [
    'Ich bevollmächtige die Kanzlei Aydin & Kollegen, Lindenweg 8, 20259 Hamburg,', 'mich in der Sache Verkehrsunfall zu vertreten.', '', 'Ort, Datum, Unterschrift'] },
];

const put = ({ blobStore }: Deps, bytes: Buffer) => blobStore.put(Readable.from([bytes]), { maxBytes: limits.file.maxSizeBytes });

async function addAccount(deps: Deps, account: DemoAccount): Promise<string> {
  const id = newId();
  const createdAt = deps.clock.now().toISOString();
  const { mark, tagline: _, contact, ...columns } = account;
  const logo = await put(deps, await drawLogo({ mark, ...columns }));
  await deps.db.insertInto('accounts').values({ id, ...columns, contact: JSON.stringify(contact), logoKey: logo.key, secondaryLogoKey: null, createdAt }).execute();
  await deps.db.insertInto('apiKeys').values({ hash: hashApiKey(demoApiKey(deps.config, account.uniqueKey)), accountId: id, createdAt }).execute();
  return id;
}

async function addLeaflets(deps: Deps, accountId: string) {
  return Promise.all(leaflets.map(async ({ fileName, title, lines }) => {
    const { key, size, sha256 } = await put(deps, writeLeaflet(title, lines));
    const id = newId();
    await deps.db.insertInto('files').values({
      id, owner: ownerOfAccount(accountId), elementId: null, name: fileName, extension: 'pdf', size, sha256, blobKey: key,
      idempotencyKey: null, submissionId: null, createdAt: deps.clock.now().toISOString(),
    }).execute();
    return { id, fileName };
  }));
}

/** Fills an empty installation with three service providers and a published form each; a filled one stays as it is. */
export async function loadDemoWorld(deps: Deps): Promise<void> {
  for (const account of demoAccounts) {
    const known = await deps.db.selectFrom('accounts').select('id').where('uniqueKey', '=', account.uniqueKey).executeTakeFirst();
    if (known) continue;
    const definition = forms[account.uniqueKey];
    if (!definition) throw new Error(`No demo form for ${account.uniqueKey}`);
    const accountId = await addAccount(deps, account);
    const attachments = account.uniqueKey === 'aydin-kollegen' ? await addLeaflets(deps, accountId) : [];
    const author = { accountId, language: 'de' as const };
    const form = await createForm(deps, author, { ...definition, attachments });
    await publishForm(deps, author, form.id);
  }
}

export type DemoForm = { accountName: string; uniqueKey: string; processGuid: string; title: string; url: string };

/** The demo forms that visitors can open now. */
export async function listDemoForms({ db, config }: Deps): Promise<DemoForm[]> {
  const rows = await db.selectFrom('forms').innerJoin('accounts', 'accounts.id', 'forms.accountId')
    .select(['forms.processGuid', 'forms.definition', 'accounts.name', 'accounts.uniqueKey'])
    .where('forms.state', '=', 'published').execute();
  const place = (uniqueKey: string) => demoAccounts.findIndex((account) => account.uniqueKey === uniqueKey);
  return rows.sort((a, b) => place(a.uniqueKey) - place(b.uniqueKey)).map(({ processGuid, definition, name, uniqueKey }) => {
    const { title } = JSON.parse(definition) as FormDefinition;
    return { accountName: name, uniqueKey, processGuid, title: typeof title === 'string' ? title : title.de, url: `${config.publicUrl}/externalform/${processGuid}` };
  });
}

/** Tells whoever started the server where to go. */
export async function announceDemo(deps: Deps, say: (line: string) => void): Promise<void> {
  const { publicUrl } = deps.config;
  say(`\nFormakte is ready: ${publicUrl}\n`);
  for (const { accountName, title, url } of await listDemoForms(deps)) say(`  ${accountName}, ${title}\n    ${url}`);
  say(`\n  All links, logins and keys of the demo   ${publicUrl}/dev`);
  say(`  The API described                        ${publicUrl}/api/docs\n`);
  say('  There are no logins yet: the demo has visitors and providers. Ctrl-C stops the server.');
}
