import { Readable } from 'node:stream';
import { defaultLanguage, localize } from '#schemas/platform/common.ts';
import { keyScopes } from '#schemas/platform/endpoint.ts';
import type { FormDefinition } from '#schemas/forms/forms.ts';
import { fileLimits } from '#schemas/files/limits.ts';
import { externalRequestLimits, pinLimits } from '#schemas/forms/limits.ts';
import { webAddresses } from '#schemas/platform/webAddresses.ts';
import { newId } from '#server/db/newId.ts';
import type { Deps } from '#server/deps.ts';
import { hashSecret } from '#server/security/secrets.ts';
import { setProfile } from '#server/accounts/accounts/service.ts';
import { putExpert } from '#server/forms/experts/service.ts';
import { createRequest, openRequests } from '#server/forms/externalRequests/service.ts';
import { getAccountOwner } from '#server/files/files/service.ts';
import { buildSearchKey } from '#server/words.ts';
import {
  isGood,
  getRequiredPin,
  getFormSubject,
  removePin,
  setPin,
} from '#server/forms/pins/service.ts';
import { withClosings } from '#server/forms/closings/service.ts';
import { createForm, publishForm, setClosing } from '#server/forms/providerForms/service.ts';
import { demoAccounts, type DemoAccount } from './accounts.ts';
import { listDemoUsers, loadDemoPeople } from './people.ts';
import { getDemoApiKey, getDemoPin } from './demoKeys.ts';
import { createDemoDays } from './demoDays.ts';
import { demoExperts } from './experts.ts';
import bussgeld from './forms/aydin-bussgeld.json' with { type: 'json' };
import aydinKollegen from './forms/aydin-kollegen.json' with { type: 'json' };
import feedback from './forms/feedback.json' with { type: 'json' };
import falkenried from './forms/falkenried.json' with { type: 'json' };
import mandate from './forms/falkenried-mandat.json' with { type: 'json' };
import openHour from './forms/falkenried-sprechstunde.json' with { type: 'json' };
import lichtblick from './forms/lichtblick.json' with { type: 'json' };
import { markLoaded, markLoading } from './loading.ts';
import { listDemoInvitations } from './invitation.ts';
import { writeLeaflet } from './leaflet.ts';
import { drawLogo } from './logo.ts';
import { services } from './services.ts';
import { loadDemoVisits } from './visits.ts';

/** Forms per demo account, the main one first. Publishing checks them against the contract. */
const forms = {
  'aydin-kollegen': [aydinKollegen],
  falkenried: [falkenried],
  lichtblick: [lichtblick],
  'behrens-lindqvist': services,
} as Record<string, unknown> as Record<string, FormDefinition[]>;

/** The account with an additional form that requires a PIN. */
const accountWithPin = 'falkenried';
const guardedForm = mandate as Record<string, unknown> as FormDefinition;

/** An additional form of the account with a PIN, which is closed. */
const closedForm = openHour as Record<string, unknown> as FormDefinition;
const closedText = {
  de:
    'Die zehn Plätze der Sprechstunde sind vergeben. **Die nächste ist im Frühjahr.**\n\n' +
    'Haben Sie eine Kündigung bekommen? Dann warten Sie nicht: Rufen Sie uns an.',
  en:
    'The ten seats of our open hour are taken. **The next one is in spring.**\n\n' +
    'Have you been dismissed? Then do not wait: please call us.',
};

/** An additional form of the first account, with visits of several weeks. */
const visitedForm = bussgeld as Record<string, unknown> as FormDefinition;

/** The feedback form of the first account's clients. */
const feedbackForm = feedback as Record<string, unknown> as FormDefinition;

const getTitle = ({ title }: FormDefinition): string => localize(title, defaultLanguage);
/** In the order of the demo page. */
const ownTitles = [
  aydinKollegen,
  falkenried,
  lichtblick,
  guardedForm,
  feedbackForm,
  ...services,
  visitedForm,
  closedForm,
].map((definition) => getTitle(definition as Record<string, unknown> as FormDefinition));

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
  blobStore.put(Readable.from([bytes]), { maxBytes: fileLimits.maxSizeBytes });

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
      hash: hashSecret(getDemoApiKey(deps.config, account.uniqueKey)),
      id: newId(),
      accountId: id,
      name: 'Demo',
      scopes: JSON.stringify(keyScopes),
      createdAt,
      validUntil: null,
      lastUsedAt: null,
    })
    .execute();
  return id;
}

const isPublic = { visibility: 'public' } as const;

async function addLeaflets(deps: Deps, accountId: string) {
  return Promise.all(
    leaflets.map(async ({ fileName, title, lines }) => {
      const { key, size, sha256 } = await put(deps, writeLeaflet(title, lines));
      const id = newId();
      await deps.db
        .insertInto('files')
        .values({
          id,
          owner: getAccountOwner(accountId),
          elementId: null,
          name: fileName,
          nameKey: buildSearchKey(fileName),
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

type VisitedForm = { formId: string; processGuid: string };

/** Adds the feedback form and the visited form to the first account. */
async function addFormsOfFirst(
  deps: Deps,
  accountId: string,
  { categories }: DemoAccount,
): Promise<VisitedForm> {
  const author = { accountId, language: 'de' as const };
  const { formId } = await createForm(deps, author, feedbackForm, isPublic);
  await publishForm(deps, author, formId);
  const visited = await createForm(deps, author, visitedForm, isPublic);
  await publishForm(deps, author, visited.formId);
  await setProfile(deps, accountId, {
    categories: [...categories],
    feedbackFormId: formId,
    mainServiceFormId: null,
  });
  return visited;
}

async function addGuardedAndClosedForms(deps: Deps, accountId: string): Promise<void> {
  const author = { accountId, language: 'de' as const };
  const guarded = await createForm(deps, author, guardedForm);
  await setPin(deps, getFormSubject(guarded.formId), getDemoPin(deps.config), demoPinOptions);
  await publishForm(deps, author, guarded.formId);
  const { formId } = await createForm(deps, author, closedForm, isPublic);
  await publishForm(deps, author, formId);
  await setClosing(deps, author, formId, { isClosed: true, text: closedText });
}

/** Adds missing providers with their published forms. Returns the form that gets visits, if new. */
export async function loadDemoAccounts(deps: Deps): Promise<VisitedForm | undefined> {
  let visited: VisitedForm | undefined;
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
      const form = await createForm(deps, author, { ...definition, attachments }, isPublic);
      await publishForm(deps, author, form.formId);
    }
    if (isTrafficLaw) visited = await addFormsOfFirst(deps, accountId, account);
    if (account.uniqueKey === accountWithPin) await addGuardedAndClosedForms(deps, accountId);
  }
  return visited;
}

/**
 * Fills an empty installation with providers, their published forms and a client of two of them. An
 * installation with data is not changed.
 */
export async function loadDemoWorld(deps: Deps): Promise<void> {
  const days = createDemoDays(deps); // once, because loading may cross midnight
  await markLoading(deps.db);
  const visited = await loadDemoAccounts(deps);
  if (visited) await loadDemoVisits(deps, days, visited);
  await loadDemoPeople(deps, days);
  await markLoaded(deps.db);
}

const demoPinOptions = { validMinutes: pinLimits.maxValidMinutes, isSingleUse: false };

/** Renews the demo form's PIN, because a visitor may have voided it. */
async function findGoodPin(deps: Deps, formId: string): Promise<string | undefined> {
  const pin = await getRequiredPin(deps, { formId });
  if (!pin) return undefined;
  if (isGood(deps, pin)) return getDemoPin(deps.config);
  await removePin(deps, getFormSubject(formId));
  return (await setPin(deps, getFormSubject(formId), getDemoPin(deps.config), demoPinOptions)).pin;
}

export type DemoForm = {
  accountName: string;
  uniqueKey: string;
  processGuid: string;
  title: string;
  url: string;
  pin?: string;
  isClosed: boolean;
};

/** Lists the forms that visitors can open: the demo's own, then those published since, whose PINs are unknown. */
export async function listDemoForms(deps: Deps): Promise<DemoForm[]> {
  const { db, config } = deps;
  const rows = await db
    .selectFrom('forms')
    .innerJoin('accounts', 'accounts.id', 'forms.accountId')
    .select(['forms.id', 'forms.processGuid', 'forms.title', 'accounts.name', 'accounts.uniqueKey'])
    .where('forms.state', '=', 'published')
    .where('forms.visibility', '!=', 'internal')
    .where(
      'accounts.uniqueKey',
      'in',
      demoAccounts.map(({ uniqueKey }) => uniqueKey),
    )
    .orderBy('forms.createdAt')
    .execute();
  const forms = await withClosings(deps, rows);
  const listed = await Promise.all(
    forms.map(async ({ id, processGuid, title, name, uniqueKey, closing }): Promise<DemoForm> => {
      const pin = title === getTitle(guardedForm) ? await findGoodPin(deps, id) : undefined;
      return {
        accountName: name,
        uniqueKey,
        processGuid,
        title,
        url: config.publicUrl + webAddresses.externalForm(processGuid),
        ...(pin ? { pin } : {}),
        isClosed: closing.closedBy !== null,
      };
    }),
  );
  const place = ({ title }: DemoForm) =>
    ownTitles.includes(title) ? ownTitles.indexOf(title) : ownTitles.length;
  return listed.sort((a, b) => place(a) - place(b));
}

/** Returns links of the first provider's open requests; creates one if there is none. */
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
  // not stored with the request
  const known = new URLSearchParams({ m_vorname: 'Jonas', m_name: 'Wieland' });
  const requests =
    open.length > 0
      ? open
      : [
          await createRequest(
            deps,
            { accountId: form.accountId, language: 'de' },
            { formId: form.id, validDays: externalRequestLimits.maxValidDays },
          ),
        ];
  return requests.map(({ externalRequestKey, url }) => ({
    accountIdentity: form.uniqueKey,
    externalRequestKey,
    url: `${url}?${known}`,
  }));
}

/** Prints the demo's address to the console. */
export async function announceDemo(deps: Deps, say: (line: string) => void): Promise<void> {
  const { publicUrl } = deps.config;
  say(`\nFormakte is ready: ${publicUrl}\n`);
  for (const { accountName, title, url, pin, isClosed } of await listDemoForms(deps))
    say(
      `  ${accountName}, ${title}${pin ? ` (PIN ${pin})` : ''}${isClosed ? ' (closed)' : ''}\n` +
        `    ${url}`,
    );
  for (const { url } of await listDemoInvitations(deps))
    say(`  An invitation to the client portal; its PIN comes to ${publicUrl}/dev\n    ${url}`);
  say(`\n  All links, logins and keys of the demo   ${publicUrl}/dev`);
  say(`  The API described                        ${publicUrl}/api/docs`);
  for (const { username, password, role } of listDemoUsers(deps))
    say(
      `  ${role === 'staff' ? 'A lawyer with a task board' : 'A client'} ` +
        `logs in as ${username} with the password ${password}`,
    );
  say('\n  Ctrl-C stops the server.');
}
