import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '..');

/**
 * A suite starts its service once, in `beforeAll`, and its tests keep apart by user and account. These start services
 * for single tests, for this reason; another one either gives its tests users of their own, or is added here.
 */
const FOR_SINGLE_TESTS: Readonly<Record<string, readonly string[]>> = {
  'a test needs other settings than the suite': [
    'apps/api-gateway/test/console/console-session.int.test.ts',
    'apps/api-gateway/test/api/transactions/transaction-export.int.test.ts',
    'apps/api-gateway/test/identity/mail/addresses.int.test.ts',
    'apps/api-gateway/test/identity/mail/sign-up-by-mail.int.test.ts',
    'apps/api-gateway/test/identity/notices/notices.int.test.ts',
    'apps/api-gateway/test/identity/pages/plain-http.e2e.test.ts',
    'apps/api-gateway/test/api/users/change-user.int.test.ts',
    'apps/api-gateway/test/api/users/first-run.int.test.ts',
    'apps/api-gateway/test/api/users/sign-up.int.test.ts',
    'apps/api-gateway/test/api/users/users.int.test.ts',
    'apps/ingestion-sync/test/exchange-rates/exchange-rate-feed.int.test.ts',
    'apps/ingestion-sync/test/providers/provider-keys.int.test.ts',
    'apps/ingestion-sync/test/sync/slots.int.test.ts',
    'apps/transfer-engine/test/drift/drift.int.test.ts',
    'apps/transfer-engine/test/transfers/dispatch/faults.int.test.ts',
  ],
  'a test needs a bank with another allowance': [
    'apps/ingestion-sync/test/sync/faults.int.test.ts',
    'apps/ingestion-sync/test/sync/provider-b.int.test.ts',
  ],
  'a test stops the service, or counts what its instances do together': [
    'apps/api-gateway/test/identity/notices/killed-notices.int.test.ts',
    'apps/api-gateway/test/api/stream/stream.int.test.ts',
    'apps/ingestion-sync/test/connections/institution-catalogue.int.test.ts',
    'apps/ingestion-sync/test/sync/instances.int.test.ts',
  ],
  'each test changes the categories of the one budget that the sandbox has': [
    'apps/transfer-engine/test/destinations/categories/carried-categories.int.test.ts',
  ],
  'a test needs a second system beside the first': ['apps/all-in-one/test/feed-chain.e2e.test.ts'],
  'a test changes the schema to that of the release before': [
    'apps/transfer-engine/test/transfer-links/currencies.int.test.ts',
  ],
};

/** A fixture of a service or of several: what a test starts that has a database of its own. */
const START =
  /\b(?:\w*(?:UnderTest|Fixture|Harness)|InProcessSystem|RuledSystem|BrokerageSystem|Tributary)\.start\(/;
/** The sandbox has no database, and starts in a few milliseconds. */
const SANDBOX = /\bSandboxFixture\.start\(/;
const BLOCK = /^\s*(beforeAll|beforeEach|it|test)\b/;
/** A function of the suite, which any test may call. */
const FUNCTION = /^(?:export )?(?:async )?(?:function|const)\b/;
/** The start of a fixture that stands in the suite itself: its own start counts. */
const FIXTURE = /^\s+static\b/;

interface Starts {
  readonly suite: string;
  /** The kind of block that each start stands in. */
  readonly within: readonly string[];
  readonly tests: number;
}

function startsOf(suite: string): Starts {
  const within: string[] = [];
  let block = 'function';
  let tests = 0;
  for (const line of readFileSync(path.join(ROOT, suite), 'utf8').split('\n')) {
    const [, kind] = BLOCK.exec(line) ?? [];
    if (kind !== undefined) block = kind;
    else if (FUNCTION.test(line)) block = 'function';
    else if (FIXTURE.test(line)) block = 'fixture';
    if (kind === 'it' || kind === 'test') tests += 1;
    if (START.test(line) && !SANDBOX.test(line) && block !== 'fixture') within.push(block);
  }
  return { suite, within, tests };
}

/** One start for the only test is one start, wherever it stands. */
function startsForSingleTests({ within, tests }: Starts): boolean {
  return within.some((block) => block !== 'beforeAll') && !(within.length === 1 && tests === 1);
}

const suites = readdirSync(path.join(ROOT, 'apps')).flatMap((app) => testsIn(path.join('apps', app, 'test')));

function testsIn(folder: string): string[] {
  const files = readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => path.join(folder, file).split(path.sep).join('/'));
}

it('a suite starts its service once, or is listed with the reason', () => {
  const starting = suites.map(startsOf).filter(({ within }) => within.length > 0);
  expect(starting.length).toBeGreaterThan(100);
  const listed = Object.values(FOR_SINGLE_TESTS).flat();
  const found = starting.filter(startsForSingleTests).map(({ suite }) => suite);
  expect(found.filter((suite) => !listed.includes(suite))).toEqual([]);
});

it('each listed suite exists, and is listed once', () => {
  const listed = Object.values(FOR_SINGLE_TESTS).flat();
  expect(new Set(listed).size).toBe(listed.length);
  expect(listed.filter((suite) => !suites.includes(suite))).toEqual([]);
});
