import { Readable } from 'node:stream';
import { fileLimits } from '#schemas/files/limits.ts';
import { minutesPerHour } from '#schemas/platform/time.ts';
import { newId } from '#server/db/newId.ts';
import type { Deps } from '#server/deps.ts';
import { replaceHistory } from '#server/cases/caseHistories/service.ts';
import { createCase } from '#server/cases/cases/providerCases.ts';
import { createFolder } from '#server/cases/cases/providerFolders.ts';
import { getAccountOwner } from '#server/files/files/service.ts';
import { buildSearchKey } from '#server/words.ts';
import { createMessage } from '#server/cases/messages/providerMessages.ts';
import { readMessage, sendMessage } from '#server/cases/messages/service.ts';
import { buildClientScope } from '#server/http/session.ts';
import type { DemoDays } from './demoDays.ts';
import { writeLeaflet } from './leaflet.ts';
import { loadDemoTasks } from './tasks.ts';

const inWords = new Intl.DateTimeFormat('de', { day: 'numeric', month: 'long', timeZone: 'UTC' });

type Line = {
  daysAgo: number;
  header: string;
  text: string | ((days: DemoDays) => string);
  by?: string;
  folder?: string;
  file?: string;
  labels?: string[];
  isUnread?: true;
  isOwn?: true;
};
type DemoCase = {
  accountKey: string;
  header: string;
  aktenzeichen: string;
  categories: string[];
  by: { firstName: string; lastName: string };
  folders: string[];
  isService?: true;
  history?: {
    name: string;
    states?: { statusText: string; isInProgress?: true; daysAgo: number }[];
  }[];
  lines: Line[];
};

/** Returns a working day, three weeks after the message about it: 9. Dezember. */
function formatHearing({ getDay }: DemoDays): string {
  const days = [19, 20, 21].map((fromToday) => new Date(`${getDay(fromToday)}T00:00:00Z`));
  const day = days.find((each) => each.getUTCDay() % 6 !== 0);
  return inWords.format(day);
}

/** Content of the demo clients' cases. Every person is invented. */
const cases: readonly DemoCase[] = [
  {
    accountKey: 'behrens-lindqvist',
    header: 'Wieland ./. Alster Assekuranz',
    aktenzeichen: '2026/0512',
    categories: ['Verkehrsrecht'],
    by: { firstName: 'Hanna', lastName: 'Lindqvist' },
    folders: [],
    lines: [
      {
        daysAgo: 6,
        header: 'Wir vertreten Sie',
        text:
          'Guten Tag Herr Wieland,\n\nwir haben der Versicherung heute geschrieben. Bitte ' +
          'reparieren Sie noch nichts.',
      },
      {
        daysAgo: 1,
        header: 'Gutachten',
        text: 'Das Gutachten kommt am Donnerstag.',
        isUnread: true,
      },
    ],
  },
  {
    accountKey: 'lichtblick',
    header: 'Ihr Plan für den Wechsel',
    aktenzeichen: 'LC-31',
    categories: ['Coaching'],
    by: { firstName: 'Rieke', lastName: 'Janssen' },
    folders: [],
    lines: [
      {
        daysAgo: 3,
        header: 'Willkommen',
        text:
          'Schön, dass Sie da sind. Bis Freitag sammeln Sie bitte drei Dinge, die Ihnen leicht ' +
          'fallen.',
      },
    ],
  },
  {
    accountKey: 'falkenried',
    header: 'Zeugnis nach Ausscheiden',
    aktenzeichen: '2026/0188',
    categories: ['Arbeitsrecht'],
    by: { firstName: 'Ole', lastName: 'Harms' },
    folders: [],
    lines: [
      {
        daysAgo: 64,
        header: 'Ihr Zeugnis',
        text: 'Guten Tag Frau Brandt,\n\nanbei das berichtigte Zeugnis. Bitte prüfen Sie die Daten.',
        file: 'Zeugnis.pdf',
      },
      { daysAgo: 63, header: 'Danke', text: 'Alles richtig so, vielen Dank.', isOwn: true },
    ],
  },
  {
    accountKey: 'aydin-kollegen',
    header: 'Bußgeldbescheid A 7',
    aktenzeichen: '2026/0311',
    categories: ['Verkehrsrecht', 'Bußgeld'],
    by: { firstName: 'Selin', lastName: 'Aydın' },
    folders: [],
    isService: true,
    lines: [
      {
        daysAgo: 40,
        header: 'Verfahren eingestellt',
        text: 'Das Verfahren wurde eingestellt. Sie müssen nichts zahlen.',
      },
    ],
  },
  {
    accountKey: 'falkenried',
    header: 'Kündigungsschutz Brandt ./. Metallbau Ostsee',
    aktenzeichen: '2026/0402',
    categories: ['Arbeitsrecht'],
    by: { firstName: 'Ole', lastName: 'Harms' },
    folders: ['Gericht'],
    lines: [
      {
        daysAgo: 9,
        header: 'Klage eingereicht',
        text: 'Wir haben die Klage heute beim Arbeitsgericht eingereicht.',
        folder: 'Gericht',
        file: 'Klage.pdf',
        labels: ['Frist gewahrt'],
      },
      {
        daysAgo: 2,
        header: 'Gütetermin',
        text: (days) =>
          `Der Gütetermin ist am ${formatHearing(days)} um 10:30 Uhr. Bitte seien Sie eine ` +
          'Viertelstunde früher da.',
        folder: 'Gericht',
        isUnread: true,
      },
    ],
  },
  {
    accountKey: 'aydin-kollegen',
    header: 'Verkehrsunfall Brandt ./. Alster Assekuranz',
    aktenzeichen: '2026/0417',
    categories: ['Verkehrsrecht'],
    by: { firstName: 'Selin', lastName: 'Aydın' },
    folders: ['Gutachten', 'Gutachten/Nachbesichtigung', 'Versicherung'],
    history: [
      {
        name: 'Fall gemeldet',
        states: [
          { statusText: 'Ihre Unfallmeldung ist eingegangen.', daysAgo: 31 },
          { statusText: 'Vollmacht erhalten.', daysAgo: 30 },
        ],
      },
      {
        name: 'Fall wird geprüft',
        states: [{ statusText: 'Das Gutachten liegt vor: 6.482,17 Euro.', daysAgo: 10 }],
      },
      {
        name: 'Fall in Bearbeitung',
        states: [
          {
            statusText: 'Die Versicherung hat geantwortet. Wir prüfen das Angebot.',
            isInProgress: true,
            daysAgo: 1,
          },
        ],
      },
      { name: 'Fall abgeschlossen' },
    ],
    lines: [
      {
        daysAgo: 30,
        header: 'Wir haben Ihren Fall angenommen',
        text:
          'Guten Tag Frau Brandt,\n\nwir vertreten Sie gegenüber der Alster Assekuranz. Bitte ' +
          'reparieren Sie noch nichts.',
        labels: ['Wichtig'],
      },
      {
        daysAgo: 12,
        header: 'Auftrag an den Gutachter',
        text: 'Der Gutachter meldet sich bei Ihnen.',
        folder: 'Gutachten',
      },
      {
        daysAgo: 10,
        header: 'Gutachten liegt vor',
        text:
          'Die Reparatur kostet laut Gutachten 6.482,17 Euro netto. Dazu kommt eine ' +
          'Wertminderung von 750,00 Euro. Wir fordern beides bei der Versicherung an.',
        file: 'Gutachten 0417.pdf',
      },
      {
        daysAgo: 9,
        header: 'Mietwagen',
        text: 'Darf ich den Mietwagen behalten, bis die Werkstatt fertig ist?',
        isOwn: true,
      },
      {
        daysAgo: 1,
        header: 'Antwort der Versicherung',
        text:
          'Die Alster Assekuranz hat die Haftung dem Grunde nach anerkannt. Offen ist noch die ' +
          'Höhe der Wertminderung. Sie müssen nichts tun.',
        file: 'Schreiben der Versicherung.pdf',
        isUnread: true,
      },
    ],
  },
];

async function addFile(
  { db, blobStore, clock }: Deps,
  accountId: string,
  name: string,
  text: string,
): Promise<string> {
  const { key, size, sha256 } = await blobStore.put(
    Readable.from([writeLeaflet(name.replace(/\.pdf$/, ''), text.split('\n'))]),
    { maxBytes: fileLimits.maxSizeBytes },
  );
  const id = newId();
  await db
    .insertInto('files')
    .values({
      id,
      owner: getAccountOwner(accountId),
      elementId: null,
      name,
      nameKey: buildSearchKey(name),
      extension: 'pdf',
      size,
      sha256,
      blobKey: key,
      idempotencyKey: null,
      submissionId: null,
      createdAt: clock.now().toISOString(),
    })
    .execute();
  return id;
}

async function addFolders(
  deps: Deps,
  accountId: string,
  caseId: string,
  names: readonly string[],
): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const path of names) {
    const [parent, name = path] = path.includes('/') ? path.split('/') : [];
    const parentId = parent === undefined ? undefined : ids.get(parent);
    ids.set(
      name,
      (
        await createFolder(deps, { accountId, language: 'de' }, caseId, {
          name,
          ...(parentId === undefined ? {} : { parentId }),
        })
      ).folderId,
    );
  }
  return ids;
}

type Demo = {
  deps: Deps;
  days: DemoDays;
  /** dependencies with a clock in the past */
  atDaysAgo: (days: number) => Deps;
  userId: string;
  accountId: string;
};

const asProvider = ({ accountId }: Demo) => ({ accountId, language: 'de' as const });

async function openCase(demo: Demo, demoCase: DemoCase): Promise<string> {
  const { header, aktenzeichen, categories, by, isService, history, lines } = demoCase;
  const { deps, days, atDaysAgo, userId, accountId } = demo;
  const opened = atDaysAgo((lines[0]?.daysAgo ?? 0) + 1);
  const { caseId } = await createCase(opened, asProvider(demo), {
    header,
    aktenzeichen,
    categories,
    creator: by,
    assignees: [by],
    userIds: [userId],
    ...(isService ? { serviceAkte: true, permissionToReply: false } : {}),
    ...(history ? { isEsyAkte: true } : {}),
  });
  if (!history) return caseId;
  await loadDemoTasks(deps, days, { accountId, userId, caseId });
  const stateGroups = history.map(({ name, states = [] }) => ({
    name,
    states: states.map(({ daysAgo, ...state }) => ({
      ...state,
      date: days.getDay(-daysAgo),
    })),
  }));
  await replaceHistory(opened, accountId, caseId, { stateGroups });
  return caseId;
}

type Target = { caseId: string; folderId: string | undefined; creatorName: string };

async function addLine(
  demo: Demo,
  { caseId, folderId, creatorName }: Target,
  { daysAgo, header, text: content, file, labels, isUnread, isOwn }: Line,
): Promise<void> {
  const { userId, accountId, days } = demo;
  const text = typeof content === 'string' ? content : content(days);
  const then = demo.atDaysAgo(daysAgo);
  const scope = buildClientScope({ userId, accountId });
  if (isOwn) {
    await sendMessage(
      then,
      scope,
      { caseId, folderId: folderId ?? null, language: 'de' },
      { Header: header, TextContent: text },
      undefined,
    );
    return;
  }
  const fileIds = file === undefined ? [] : [await addFile(then, accountId, file, text)];
  const { messageId } = await createMessage(then, asProvider(demo), caseId, {
    header,
    text,
    creatorName,
    fileIds,
    ...(labels ? { labels } : {}),
    ...(folderId === undefined ? {} : { folderId }),
  });
  if (!isUnread) await readMessage(then, scope, caseId, messageId);
}

async function loadCase(demo: Demo, demoCase: DemoCase): Promise<void> {
  const { by, folders, lines } = demoCase;
  const caseId = await openCase(demo, demoCase);
  const opened = demo.atDaysAgo((lines[0]?.daysAgo ?? 0) + 1);
  const folderIds = await addFolders(opened, demo.accountId, caseId, folders);
  for (const line of lines) {
    const folderId = line.folder === undefined ? undefined : folderIds.get(line.folder);
    const creatorName = `${by.firstName} ${by.lastName}`;
    await addLine(demo, { caseId, folderId, creatorName }, line);
  }
}

/** Returns a time at which an office writes, another one for each seed. */
function getOfficeTime(seed: number): string {
  const minutes = (seed * 97) % (8 * minutesPerHour);
  const hour = 9 + Math.floor(minutes / minutesPerHour);
  return [hour, minutes % minutesPerHour].map((part) => String(part).padStart(2, '0')).join(':');
}

/** Fills the demo client's cases through the provider and client calls. Existing cases are kept. */
export async function loadDemoCases(
  deps: Deps,
  days: DemoDays,
  { userId, accountKeys }: { userId: string; accountKeys: readonly string[] },
): Promise<void> {
  const existing = await deps.db
    .selectFrom('caseClients')
    .select('caseId')
    .where('userId', '=', userId)
    .executeTakeFirst();
  if (existing) return;
  const atDaysAgo = (daysAgo: number): Deps => days.at(-daysAgo, getOfficeTime(daysAgo));
  for (const demoCase of cases.filter((each) => accountKeys.includes(each.accountKey))) {
    const { id: accountId } = await deps.db
      .selectFrom('accounts')
      .select('id')
      .where('uniqueKey', '=', demoCase.accountKey)
      .executeTakeFirstOrThrow();
    await loadCase({ deps, days, atDaysAgo, userId, accountId }, demoCase);
  }
}
