/** The shortest run of a benchmark that still measures something of each kind. */
export type ShortRun = {
  name: string;
  options: readonly string[];
  /** figures that the run must have, besides those with a target */
  figures: readonly string[];
  /** folder of packages that are installed before the run */
  peers?: string;
};

const sqlite = ['--databases', 'sqlite'];
const oneRound = ['--rounds', '1'];

export const shortRuns: readonly ShortRun[] = [
  { name: 'bench:size', options: [], figures: ['documentKb', 'scriptKb', 'stylesheetKb'] },
  {
    name: 'bench:first',
    options: [
      ...[...oneRound, '--robots', '1', '--beside', 'bare'],
      ...['--speeds', 'unthrottled', '--requests', '500'], // the robot types on a phone
    ],
    figures: [
      ...['form', 'login', 'largeForm', 'bare'].map((page) => `${page}UnthrottledFieldMs`),
      'pagesPerSecond',
    ],
  },
  {
    name: 'bench:pages',
    options: [...oneRound, '--only', 'login'],
    figures: ['loginPerformance', 'loginFirstPaintMs', 'loginBlockedByWorkMs'],
    peers: 'bench/pages/peers',
  },
  {
    name: 'bench:forms',
    options: [...oneRound, '--sizes', '200', '--only', 'bare,ours'],
    figures: ['workPerKey200ToBare', 'mount200ToBare'],
  },
  {
    name: 'bench:server',
    options: [...sqlite, ...oneRound, '--messages', '10000', '--calls', '40', '--streams', '20'],
    figures: [
      ...['timeline', 'caseList', 'send', 'markRead'].map((call) => `sqlite.${call}.perSecond`),
      'sqlite.lastPageToFirst',
      'sqlite.sendToShownP95Ms',
    ],
  },
  {
    name: 'bench:search',
    options: ['--messages', '5000'],
    figures: ['indexingMs', 'casesWordMs', 'messagesWordMs', 'messagesMistypedMs'],
  },
  {
    name: 'bench:timeline',
    options: [...oneRound, '--messages', '2000', '--seconds', '1', '--read', '500'],
    figures: ['domNodes', 'longestTaskWorkMs', 'scrolledMessages', 'heapGrowthMb'],
  },
  {
    name: 'bench:board',
    options: [...oneRound, '--cards', '400', '--seconds', '1', '--moves', '2'],
    figures: ['domNodes', 'scrollingLongestWorkMs', 'movingLongestWorkMs'],
  },
  {
    name: 'bench:import',
    options: [...sqlite, '--messages', '500'],
    figures: ['sqlitePerSecond', 'sqliteAgainPerSecond', 'sqliteGrownMb'],
  },
  {
    name: 'bench:login',
    options: ['--seconds', '2'],
    figures: ['healthIdleP99Ms', 'healthP99Ms', 'loginP50Ms', 'loginsPerSecond'],
  },
  {
    name: 'bench:submissions',
    options: [...sqlite, '--seconds', '2'],
    figures: ['sqlitePerSecond', 'sqliteP50Ms', 'sqliteProcessorMs'],
  },
  {
    name: 'bench:uploads',
    options: [...oneRound, '--megabytes', '8'],
    figures: ['photoBlocksMs', 'filmBlocksMs', 'signatureBlocksMs', 'wholeGrownMb', 'brokenHeldMs'],
  },
];
