/**
 * Its own modules: what work costs is measured beside none that other suites have loaded.
 * @jest-environment node
 */
import {
  ResponderThread,
  COST_MAX,
  leastCostOf,
  HOSTILE_RESPONSES,
  HOSTILE_WIRES,
  SHARE_SEED,
  shareOf,
} from '@tributary/testing';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { BudgetChild } from '../../../src/destinations/budgetb/budget-child';
import { ActualFailure, reasonOf } from '../../../src/destinations/budgetb/errors';

// Lane: a seeded share in `npm test`, all of it with FULL=1.
jest.setTimeout(120_000);

const SHARE = 4;
const JSON_BYTES = 8_000_000;
/** Also of what has no end. */
const TIMEOUT_MS = 10_000;
const PASSWORD = 'SECRETcHdk';
const FORM = {
  json: (rows: string, members: string) => `{"status":"ok","data":{"token":"t","files":[${rows}]}${members}}`,
  row: (text: string, index: number) => `{"fileId":"f${index}","groupId":"g","name":${text},"deleted":0}`,
};
const SHAPES = [
  ...HOSTILE_WIRES.map(({ name, largest, answer }) => ({ name, given: () => answer(largest) })),
  ...HOSTILE_RESPONSES.map(({ name, answer }) => ({ name, given: () => answer(JSON_BYTES, FORM) })),
];

let server: ResponderThread;
let dataDir: string;

beforeAll(async () => {
  server = await ResponderThread.start();
  dataDir = mkdtempSync(path.join(tmpdir(), 'tributary-hostile-'));
});
afterAll(async () => {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Signs in, and lists the budgets. @returns what came of it, for the user */
async function attacked(): Promise<string> {
  const child = new BudgetChild(dataDir);
  const access = { serverUrl: server.url, password: PASSWORD, encryptionPassword: null };
  try {
    await child.call('sign-in', { ...access, allowedNetworks: ['127.0.0.0/8'] }, TIMEOUT_MS);
    await child.call('files', null, TIMEOUT_MS);
    return 'There are budgets.';
  } catch (error) {
    if (error instanceof ActualFailure) return reasonOf(error);
    throw error;
  } finally {
    child.end();
    child.removeCopy();
  }
}

describe(`answers of a user’s hostile server (SHARE_SEED=${SHARE_SEED})`, () => {
  it.each(shareOf(SHAPES, SHARE).map(({ name, given }) => [name, given] as const))(
    '%s holds up nobody in the service, and ends with a sentence',
    async (_name, given) => {
      await server.give(given());
      let said = '';
      const cost = await leastCostOf(async () => (said = await attacked()));
      expect(said).toMatch(/^[A-Z].+\.$/);
      expect(said).not.toContain(PASSWORD);
      expect(cost.blockedMs).toBeLessThanOrEqual(COST_MAX.blockedMs);
      expect(cost.grownMb).toBeLessThanOrEqual(COST_MAX.grownMb);
    },
  );
});
