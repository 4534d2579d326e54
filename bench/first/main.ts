import { parseArgs } from 'node:util';
import type { Browser } from 'playwright';
import type { FormContent } from '#schemas/forms/forms.ts';
import { report, type Report } from '#tools/report.ts';
import { launchBrowser } from '../browser.ts';
import { buildForm } from '../forms/form.ts';
import { makeSpecFor } from '../forms/spec.ts';
import { formPeers, installPeers } from '../peers.ts';
import { findForm, withProduct, type Demo } from '../product.ts';
import { make } from '../calls.ts';
import { median } from '../statistics.ts';
import { minimalPages, serveMinimalPages, type MinimalPage } from './minimalPages.ts';
import { measurePages, measureRendering } from './rendering.ts';
import { typeEarly, typeOverDraft } from './robot.ts';
import { visit, type Visit } from './visit.ts';

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    robots: { type: 'string', default: '20' },
    beside: { type: 'string', default: minimalPages.join() },
    speeds: { type: 'string', default: 'phone,unthrottled' },
    requests: { type: 'string', default: '3000' },
    port: { type: 'string', default: '41794' },
  },
});
const [rounds, robots] = [Number(options.rounds), Number(options.robots)];
const isPhones = options.speeds.split(',').map((speed) => speed === 'phone');
const beside = minimalPages.filter((name) => options.beside.split(',').includes(name));

/** Publishes a form of 1,000 elements through the provider API. */
async function publishLargeForm(url: string, { providerApiKey }: Demo): Promise<string> {
  const definition: FormContent = buildForm(makeSpecFor(new URLSearchParams('n=1000&cond=0')));
  const post = { method: 'POST', headers: { 'x-api-key': providerApiKey } } as const;
  const forms = `${url}/provider/v1/forms`;
  const created = await make({ ...post, url: forms, body: { definition } });
  const { formId, processGuid } = JSON.parse(created) as { formId: string; processGuid: string };
  await make({ ...post, url: `${forms}/${formId}/publish` });
  return `/externalform/${processGuid}`;
}

type Address = { name: string; url: string };
type Visited = { name: string; isPhone: boolean; round: number } & Visit;

/** Visits all pages in turns, so that a slow minute of the machine affects all of them. */
async function visitAll(browser: Browser, addresses: readonly Address[]): Promise<Visited[]> {
  const visits: Visited[] = [];
  for (let round = 0; round < rounds; round += 1)
    for (const isPhone of isPhones)
      for (const { name, url } of addresses)
        visits.push({ name, isPhone, round, ...(await visit(browser, url, isPhone)) });
  return visits;
}

const ours = ['form', 'login', 'largeForm'];

/** Returns a figure as a multiple of the bare page's first field of the same round. */
function compareWithBare(visits: readonly Visited[], name: string, isPhone: boolean): number {
  const find = (wanted: string, round: number) =>
    visits.find((each) => each.name === wanted && each.isPhone === isPhone && each.round === round);
  const ratios = Array.from({ length: rounds }, (_, round) => {
    const [left, right] = [find(name, round), find('bare', round)];
    return left && right ? left.fieldMs / right.fieldMs : NaN;
  });
  return Math.round(median(ratios) * 100) / 100;
}

const targetsOnPhone: Record<string, { atMost: number }> = {
  FieldMs: { atMost: 1_300 },
  FieldAfterHeadingMs: { atMost: 50 },
  FieldToBare: { atMost: 1 },
  ReadyMs: { atMost: 2_500 },
  TitleMovedPx: { atMost: 0 },
  FieldMovedPx: { atMost: 0 },
  LongestTaskMs: { atMost: 200 },
  Requests: { atMost: 15 },
};

/** Figures of one page; those on the phone have targets for the form and the login. */
function summarize(visits: readonly Visited[], name: string): Pick<Report, 'figures' | 'targets'> {
  const figures: Report['figures'] = {};
  for (const isPhone of isPhones) {
    const own = visits.filter((each) => each.name === name && each.isPhone === isPhone);
    const of = (read: (visit: Visit) => number) => Math.round(median(own.map(read)));
    const prefix = isPhone ? name : `${name}Unthrottled`;
    figures[`${prefix}FieldMs`] = of(({ fieldMs }) => fieldMs);
    if (!ours.includes(name)) continue;
    figures[`${prefix}FieldAfterHeadingMs`] = of((each) => each.fieldMs - each.headingMs);
    if (beside.includes('bare'))
      figures[`${prefix}FieldToBare`] = compareWithBare(visits, name, isPhone);
    figures[`${prefix}ReadyMs`] = of(({ readyMs }) => readyMs);
    figures[`${prefix}TitleMovedPx`] = Math.max(...own.map((each) => each.titleMovedPx));
    figures[`${prefix}FieldMovedPx`] = Math.max(...own.map((each) => each.fieldMovedPx));
    figures[`${prefix}LongestTaskMs`] = of(({ longestTaskMs }) => longestTaskMs);
    figures[`${prefix}Requests`] = of(({ requests }) => requests);
    figures[`${prefix}Kb`] = of(({ kilobytes }) => kilobytes);
  }
  const targets = Object.fromEntries(
    Object.entries(targetsOnPhone).flatMap(([figure, target]) =>
      `${name}${figure}` in figures && ours.includes(name) ? [[`${name}${figure}`, target]] : [],
    ),
  );
  return { figures, targets };
}

/** Lets the robot type; returns in how many runs everything was kept. */
async function countKept(run: () => Promise<string[]>, findings: string[]): Promise<number> {
  let kept = 0;
  for (let round = 0; round < robots; round += 1) {
    const lost = await run();
    if (lost.length === 0) kept += 1;
    else findings.push(`robot, run ${round + 1}: lost ${lost.join(', ')}`);
  }
  return kept;
}

const merge = <Value>(parts: readonly Record<string, Value>[]): Record<string, Value> =>
  Object.fromEntries(parts.flatMap((part) => Object.entries(part)));

async function measure(url: string, demo: Demo): Promise<Omit<Report, 'name'>> {
  const form = url + findForm(demo, 'Verkehrsunfall melden');
  const renderWorkMs = await measureRendering(form);
  const pagesPerSecond = await measurePages(form, Number(options.requests));
  const largeForm = url + (await publishLargeForm(url, demo));
  const browser = await launchBrowser();
  try {
    const addresses: Address[] = [
      { name: 'form', url: form },
      { name: 'login', url: `${url}/login` },
      { name: 'largeForm', url: largeForm },
      ...beside.map((name) => ({ name, url: `http://localhost:${options.port}/${name}/` })),
    ];
    const visits = await visitAll(browser, addresses);
    const pages = addresses.map(({ name }) => summarize(visits, name));
    const findings: string[] = [];
    const keptEarly = await countKept(() => typeEarly(browser, form), findings);
    const keptOverDraft = await countKept(() => typeOverDraft(browser, form), findings);
    return {
      figures: {
        ...merge(pages.map(({ figures }) => figures)),
        keptEarly,
        keptOverDraft,
        renderWorkMs: Math.round(renderWorkMs * 10) / 10,
        pagesPerSecond: Math.round(pagesPerSecond),
      },
      targets: {
        ...merge(pages.map(({ targets }) => targets)),
        keptEarly: { atLeast: robots },
        keptOverDraft: { atLeast: robots },
        renderWorkMs: { atMost: 10 },
        pagesPerSecond: { atLeast: 500 },
      },
      findings,
    };
  } finally {
    await browser.close();
  }
}

/** The others are installed where only benches need them. */
const isPeer = (name: MinimalPage) => name !== 'bare';
if (beside.some(isPeer)) installPeers(formPeers);
const server = await serveMinimalPages(beside, Number(options.port));
try {
  report({ name: 'bench:first', ...(await withProduct(measure)) });
} finally {
  server.close();
}
