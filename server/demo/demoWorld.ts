import { Readable } from 'node:stream';
import { defaultLanguage, localized } from '#schemas/common.ts';
import type { FormDefinition } from '#schemas/forms.ts';
import { limits } from '#schemas/limits.ts';
import { webAddresses } from '#schemas/webAddresses.ts';
import { newId } from '#server/db/newId.ts';
import type { Deps } from '#server/deps.ts';
import { hashSecret } from '#server/http/secrets.ts';
import { setProfile } from '#server/modules/accounts/profile.ts';
import { putExpert } from '#server/modules/experts/service.ts';
import { createRequest, openRequests } from '#server/modules/externalRequests/service.ts';
import { ownerOfAccount } from '#server/modules/files/service.ts';
import { isGood, pinAskedBy, pinOfForm, removePin, setPin } from '#server/modules/pins/service.ts';
import { createForm, publishForm } from '#server/modules/providerForms/service.ts';
import { demoAccounts, type DemoAccount } from './accounts.ts';
import { listDemoUsers, loadDemoPeople } from './people.ts';
import { demoApiKey, demoPin } from './demoKeys.ts';
import { demoExperts } from './experts.ts';
import bussgeld from './forms/aydin-bussgeld.json' with { type: 'json' };
import aydinKollegen from './forms/aydin-kollegen.json' with { type: 'json' };
import feedback from './forms/feedback.json' with { type: 'json' };
import falkenried from './forms/falkenried.json' with { type: 'json' };
import mandate from './forms/falkenried-mandat.json' with { type: 'json' };
import lichtblick from './forms/lichtblick.json' with { type: 'json' };
import { listDemoInvitations } from './invitation.ts';
import { writeLeaflet } from './leaflet.ts';
import { drawLogo } from './logo.ts';
import { services } from './services.ts';
import { loadDemoVisits } from './visits.ts';

/** Each demo account's forms, its main one first; checked against the contract when it is published. */
const forms = {
  'aydin-kollegen': [aydinKollegen],
  falkenried: [falkenried],
  lichtblick: [lichtblick],
  'behrens-lindqvist': services,
} as Record<string, unknown> as Record<string, FormDefinition[]>;

/** The account that has a form with a PIN besides. */
const accountWithPin = 'falkenried';
const guardedForm = mandate as Record<string, unknown> as FormDefinition;

/** What the first account offers besides; its visitors have come and gone for weeks. */
const visitedForm = bussgeld as Record<string, unknown> as FormDefinition;

/** In which the first account's clients say what they think. */
const feedbackForm = feedback as Record<string, unknown> as FormDefinition;

const titleOf = ({ title }: FormDefinition): string => localized(title, defaultLanguage);
/** In the order in which they are listed, before all that was published since. */
const ownTitles = [
  aydinKollegen,
  falkenried,
  lichtblick,
  guardedForm,
  feedbackForm,
  ...services,
  visitedForm,
].map((definition) => titleOf(definition as Record<string, unknown> as FormDefinition));

const leaflets = [
  {
    fileName: 'Merkblatt Verkehrsunfall.pdf',
    title: 'Merkblatt Verkehrsunfall',
    lines: [
      '1. Sichern Sie die Unfallstelle und rufen Sie Hilfe: 112.',
      '2. Machen Sie Fotos, bevor die Autos bewegt werden.',
      '3. Notieren Sie Kennzeichen, Namen und Zeugen.',
      '4. Geben Sie keine Schuld zu und unterschreiben Sie nichts.',
      '5. Melden Sie uns den Unfall, bevor Sie mit der Versicherung sprechen.',
    ],
  },
  {
    fileName: 'Vollmacht (Muster).pdf',
    title: 'Vollmacht (Muster)',
    lines: [
      'Ich bevollmächtige die Kanzlei Aydin & Kollegen, Lindenweg 8, 20259 Hamburg,',
      'mich in der Sache Verkehrsunfall zu vertreten.',
      '',
      'Ort, Datum, Unterschrift',
    ],
  },
];

const put = ({ blobStore }: Deps, bytes: Buffer) =>
  blobStore.put(Readable.from([bytes]), { maxBytes: limits.file.maxSizeBytes });

async function addAccount(deps: Deps, account: DemoAccount): Promise<string> {
  const id = newId();
  const createdAt = deps.clock.now().toISOString();
  const { mark, tagline: _, contact, categories, footerLinks = [], ...columns } = account;
  const logoKey =
    mark === undefined ? null : (await put(deps, await drawLogo({ mark, ...columns }))).key;
  await deps.db
    .insertInto('accounts')
    .values({
      id,
      ...columns,
      contact: JSON.stringify(contact),
      categories: JSON.stringify(categories),
      footerLinks: JSON.stringify(footerLinks),
      logoKey,
      secondaryLogoKey: null,
      isDashboardDisabled: 0,
      publicPageElsewhere: null,
      autoReply: '',
      isAutoReplyOn: 0,
      createdAt,
    })
    .execute();
  await deps.db
    .insertInto('apiKeys')
    .values({
      hash: hashSecret(demoApiKey(deps.config, account.uniqueKey)),
      accountId: id,
      createdAt,
    })
    .execute();
  return id;
}

async function addLeaflets(deps: Deps, accountId: string) {
  return Promise.all(
    leaflets.map(async ({ fileName, title, lines }) => {
      const { key, size, sha256 } = await put(deps, writeLeaflet(title, lines));
      const id = newId();
      await deps.db
        .insertInto('files')
        .values({
          id,
          owner: ownerOfAccount(accountId),
          elementId: null,
          name: fileName,
          nameKey: fileName.toLowerCase(),
          extension: 'pdf',
          size,
          sha256,
          blobKey: key,
          idempotencyKey: null,
          submissionId: null,
          createdAt: deps.clock.now().toISOString(),
        })
        .execute();
      return { id, fileName };
    }),
  );
}

/** Fills an empty installation with a few service providers, published forms of each and a client of two of them; a filled one stays as it is. */
export async function loadDemoWorld(deps: Deps): Promise<void> {
  for (const account of demoAccounts) {
    const known = await deps.db
      .selectFrom('accounts')
      .select('id')
      .where('uniqueKey', '=', account.uniqueKey)
      .executeTakeFirst();
    if (known) continue;
    const definitions = forms[account.uniqueKey];
    if (!definitions) throw new Error(`No demo form for ${account.uniqueKey}`);
    const accountId = await addAccount(deps, account);
    const isTrafficLaw = account.uniqueKey === 'aydin-kollegen';
    const attachments = isTrafficLaw ? await addLeaflets(deps, accountId) : [];
    if (isTrafficLaw)
      for (const { expertId, ...profile } of demoExperts)
        await putExpert(deps, accountId, expertId, profile);
    const author = { accountId, language: 'de' as const };
    for (const definition of definitions) {
      const form = await createForm(deps, author, { ...definition, attachments });
      await publishForm(deps, author, form.formId);
    }
    if (isTrafficLaw) {
      const { formId } = await createForm(deps, author, feedbackForm);
      await publishForm(deps, author, formId);
      const visited = await createForm(deps, author, visitedForm);
      await publishForm(deps, author, visited.formId);
      await loadDemoVisits(deps, visited);
      await setProfile(deps, accountId, {
        categories: [...account.categories],
        feedbackFormId: formId,
        mainServiceFormId: null,
      });
    }
    if (account.uniqueKey !== accountWithPin) continue;
    const guarded = await createForm(deps, author, guardedForm);
    await setPin(deps, pinOfForm(guarded.formId), demoPin(deps.config), demoPinOptions);
    await publishForm(deps, author, guarded.formId);
  }
  await loadDemoPeople(deps);
}

const demoPinOptions = { validMinutes: limits.pin.maxValidMinutes, isSingleUse: false };

/** The demo form's PIN, good again: whoever tries the demo may void it, and nobody is there to make a new one. */
async function goodPin(deps: Deps, formId: string): Promise<string | undefined> {
  const pin = await pinAskedBy(deps, { formId });
  if (!pin) return undefined;
  if (isGood(deps, pin)) return demoPin(deps.config);
  await removePin(deps, pinOfForm(formId));
  return (await setPin(deps, pinOfForm(formId), demoPin(deps.config), demoPinOptions)).pin;
}

export type DemoForm = {
  accountName: string;
  uniqueKey: string;
  processGuid: string;
  title: string;
  url: string;
  pin?: string;
};

/** What visitors can open now: the demo's own forms, then those its accounts have published since, whose PINs are theirs. */
export async function listDemoForms(deps: Deps): Promise<DemoForm[]> {
  const { db, config } = deps;
  const rows = await db
    .selectFrom('forms')
    .innerJoin('accounts', 'accounts.id', 'forms.accountId')
    .select(['forms.id', 'forms.processGuid', 'forms.title', 'accounts.name', 'accounts.uniqueKey'])
    .where('forms.state', '=', 'published')
    .where(
      'accounts.uniqueKey',
      'in',
      demoAccounts.map(({ uniqueKey }) => uniqueKey),
    )
    .orderBy('forms.createdAt')
    .execute();
  const listed = await Promise.all(
    rows.map(async ({ id, processGuid, title, name, uniqueKey }): Promise<DemoForm> => {
      const pin = title === titleOf(guardedForm) ? await goodPin(deps, id) : undefined;
      return {
        accountName: name,
        uniqueKey,
        processGuid,
        title,
        url: config.publicUrl + webAddresses.externalForm(processGuid),
        ...(pin ? { pin } : {}),
      };
    }),
  );
  const place = ({ title }: DemoForm) =>
    ownTitles.includes(title) ? ownTitles.indexOf(title) : ownTitles.length;
  return listed.sort((a, b) => place(a) - place(b));
}

/** Links of the first provider's requests that wait for an answer; there is always one. */
export async function listDemoRequests(
  deps: Deps,
): Promise<{ accountIdentity: string; externalRequestKey: string; url: string }[]> {
  const [first] = demoAccounts;
  const form = await deps.db
    .selectFrom('forms')
    .innerJoin('accounts', 'accounts.id', 'forms.accountId')
    .select(['forms.id', 'forms.accountId', 'accounts.uniqueKey'])
    .where('forms.state', '=', 'published')
    .where('accounts.uniqueKey', '=', first?.uniqueKey ?? '')
    .orderBy('forms.createdAt')
    .executeTakeFirst();
  if (!form) return [];
  const open = await openRequests(deps, form.accountId);
  const known = new URLSearchParams({ m_vorname: 'Jonas', m_name: 'Wieland' }); // stands in the link only: a request keeps nothing of it
  const requests =
    open.length > 0
      ? open
      : [
          await createRequest(
            deps,
            { accountId: form.accountId, language: 'de' },
            { formId: form.id, validDays: limits.externalRequest.maxValidDays },
          ),
        ];
  return requests.map(({ externalRequestKey, url }) => ({
    accountIdentity: form.uniqueKey,
    externalRequestKey,
    url: `${url}?${known}`,
  }));
}

/** Tells whoever started the server where to go. */
export async function announceDemo(deps: Deps, say: (line: string) => void): Promise<void> {
  const { publicUrl } = deps.config;
  say(`\nFormakte is ready: ${publicUrl}\n`);
  for (const { accountName, title, url, pin } of await listDemoForms(deps))
    say(`  ${accountName}, ${title}${pin ? ` (PIN ${pin})` : ''}\n    ${url}`);
  for (const { url } of await listDemoInvitations(deps))
    say(`  An invitation to the client portal; its PIN comes to ${publicUrl}/dev\n    ${url}`);
  say(`\n  All links, logins and keys of the demo   ${publicUrl}/dev`);
  say(`  The API described                        ${publicUrl}/api/docs`);
  for (const { username, password, role } of listDemoUsers(deps))
    say(
      `  ${role === 'staff' ? 'A lawyer with a task board' : 'A client'} logs in as ${username} with the password ${password}`,
    );
  say('\n  Ctrl-C stops the server.');
}
