import { TransactionShapedV1, TransferLoggedV1 } from '@tributary/contracts';
import { eventually } from '@tributary/testing';
import { GatewayUnderTest } from '../gateway-under-test';
import { attemptOf, shapedOf } from '../samples';
import { operationsFor, pathWith } from './api-document';
import { publishFilled, SAMPLE_IDS } from './filled-events';
import { playAllOwners } from './played-owners';
import { recordingStatements } from './recorded-statements';
import { transactionOf } from '../samples';

/** A page is as many statements as it embeds kinds of things, whatever the number of rows. */
const STATEMENTS_MAX = 8;

let gateway: GatewayUnderTest;
let token: string;
let stopOwners: () => Promise<void>;
/** Commands that owners ran. */
let ran = 0;

beforeAll(async () => {
  gateway = await GatewayUnderTest.start();
  const userId = await gateway.user('owner@example.com');
  token = await gateway.token({ userId });
  stopOwners = await playAllOwners(gateway, userId, { refuses: 'never', onCommand: () => (ran += 1) });
  const offsets = Array.from({ length: 10 }, (_, index) => index * 100);
  await Promise.all(offsets.map((offset) => publishFilled(gateway, { userId, mark: 'OWN', offset })));
  const rows = Array.from({ length: 100 }, (_, place) => transactionOf(5000 + place));
  await gateway.publish(TransactionShapedV1, 17, shapedOf(userId, 17, rows));
  await gateway.publish(TransferLoggedV1, 17, {
    financialAccountId: 17,
    userId,
    entries: rows.map(({ id }) => attemptOf(id, 8, id, true)),
  });
});
afterAll(async () => {
  await stopOwners();
  await gateway.close();
});

/** The fewest statements of several tries: now and then a request also looks its token up, or notes its use. */
async function statementsOf(path: string): Promise<{ statements: number; rows: number }> {
  const counted: number[] = [];
  let rows = 0;
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const { statements, result: answer } = await recordingStatements(() => gateway.list(path, token));
    counted.push(statements.length);
    expect({ path, status: answer.status }).toEqual({ path, status: 200 });
    rows = (answer.body.data as unknown[] | undefined)?.length ?? 0; // one route's page is of another form
  }
  return { statements: Math.min(...counted), rows };
}

it('every list takes a bounded number of statements with everything included, for one row and for a hundred', async () => {
  const lists = (await operationsFor('bounded statements', gateway)).filter(({ isList }) => isList);
  const found: Record<string, object> = {};
  for (const { path, query } of lists) {
    const include = query.find(({ name }) => name === 'include')?.schema as
      { items: { enum: string[] } } | undefined;
    const flags = query
      .filter(({ schema }) => schema['type'] === 'boolean')
      .map(({ name }) => `&${name}=true`);
    const asked = `${pathWith(path, SAMPLE_IDS)}?${
      include ? `include=${include.items.enum.join(',')}` : ''
    }${flags.filter((flag) => /with_/.test(flag)).join('')}`;
    const ranBefore = ran;
    const one = await statementsOf(`${asked}&page[size]=1`);
    // On a busy machine each of the tries may look its token up.
    const hundred = await eventually(async () => {
      const counted = await statementsOf(`${asked}&page[size]=100`);
      expect({ path, more: counted.statements > one.statements }).toEqual({ path, more: false });
      return counted;
    });
    found[path] = { one: one.statements, hundred: hundred.statements, rows: hundred.rows };
    // What an owner lists needs no statement here.
    const isOfOwner = ran > ranBefore;
    expect({ path, counted: isOfOwner || one.statements >= 1 }).toEqual({ path, counted: true });
    expect({ path, within: hundred.statements <= STATEMENTS_MAX }).toEqual({ path, within: true });
  }
  expect(found['/finance/transactions']).toMatchObject({ rows: 100 });
  process.stderr.write(`Statements of each list: ${JSON.stringify(found)}\n`);
}, 120_000);
