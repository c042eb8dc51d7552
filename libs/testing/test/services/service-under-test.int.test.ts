import {
  CommandPayload,
  CreateRule,
  ownerOf,
  RuleUpsertedV1,
  TransactionUpsertedV1,
} from '@tributary/contracts';
import { Database } from '@tributary/persistence';
import { PlatformConfig, startService } from '@tributary/service';
import { Client } from 'pg';
import { ToyModule, ToyTables1763700000000 } from '../../../service/test/conformance/toy-service';
import { openAll, testPostgres } from '../../src';
import {
  eventMessage,
  ServiceDeclaration,
  ServiceUnderTest,
  startParts,
  TEST_APPLICATION,
} from '../../src/services';

type Declared = ServiceDeclaration<PlatformConfig>;

const TOY: Declared = {
  service: 'rule-engine',
  migrations: [ToyTables1763700000000],
  configure: (platform) => platform,
  start: (config, runtime) => startService({ config, module: ToyModule.register(config, runtime) }),
};

class ToyUnderTest extends ServiceUnderTest<PlatformConfig> {
  static start(changes: Partial<Declared> = {}): Promise<ToyUnderTest> {
    return openAll(async (closing) => new ToyUnderTest(await startParts(closing, { ...TOY, ...changes })));
  }
}

const ruleNamed = (name: string): CommandPayload<typeof CreateRule> => ({
  name,
  description: null,
  scope: 'ANY',
  enabled: true,
  trigger_on_any_condition: false,
  skip_other_rules_when_triggered: false,
  conditions: [],
  actions: [{ action_type: 'SET_FIELD', field_name: 'mapped_fields.payee', value: 'Shaped' }],
});

/** Returns whether the database of this URL exists. */
async function exists(url: string): Promise<boolean> {
  const client = new Client({ connectionString: await testPostgres() });
  await client.connect();
  try {
    const name = new URL(url).pathname.slice(1);
    return (await client.query('select from pg_database where datname = $1', [name])).rowCount === 1;
  } finally {
    await client.end();
  }
}

describe('a service under test', () => {
  let toy: ToyUnderTest;
  beforeAll(async () => {
    toy = await ToyUnderTest.start();
  });
  afterAll(() => toy.close());

  it('has consumed an event when publishing it ends', async () => {
    const { sample } = TransactionUpsertedV1;
    await toy.feed(TransactionUpsertedV1, sample);
    const stored = await toy.rows<{ id: number }>('select id from transactions order by id');
    expect(stored.map(({ id }) => id)).toEqual(sample.transactions.map(({ id }) => id).sort());
  });

  it('answers commands, and what it published is there once it is settled', async () => {
    await toy.forgetEvents();
    await toy.send(CreateRule, ruleNamed('Mine'), ownerOf(7));
    await toy.settled();
    expect(toy.events(RuleUpsertedV1)).toMatchObject([{ userId: 7, document: { name: 'Mine' } }]);
  });

  it('names the connections of the test otherwise than those of the service', async () => {
    const named = `select current_setting('application_name') as name`;
    expect(await toy.database.query(named)).toEqual([{ name: TEST_APPLICATION }]);
    const ofService = await toy.instance.app.get(Database).query(named);
    expect(ofService).toEqual([{ name: 'rule_engine' }]);
  });

  it('has the same database and bus after a restart, and beside another instance', async () => {
    const other = await toy.startInstance();
    await toy.stopInstances();
    await other.stop(); // a second time
    await toy.startInstance();
    await toy.forgetEvents();
    await toy.send(CreateRule, ruleNamed('Later'));
    await toy.settled();
    expect(toy.events(RuleUpsertedV1)).toHaveLength(1);
    expect(await toy.rows(`select 1 from commands_run where name in ('Mine', 'Later')`)).toHaveLength(2);
  });
});

it('removes its database when it is closed', async () => {
  const toy = await ToyUnderTest.start();
  expect(await exists(toy.adminUrl)).toBe(true);
  await toy.close();
  expect(await exists(toy.adminUrl)).toBe(false);
});

it('leaves no database behind if its start fails', async () => {
  let url = '';
  const start: Declared['start'] = ({ databaseUrl }) => {
    url = databaseUrl;
    return Promise.reject(new Error('the port is taken'));
  };
  await expect(ToyUnderTest.start({ start })).rejects.toThrow('the port is taken');
  expect(url).not.toBe('');
  expect(await exists(url)).toBe(false);
});

it('reports what the service published in another shape than its contract', async () => {
  const toy = await ToyUnderTest.start();
  const payload = { ...RuleUpsertedV1.sample, version: 'first' } as never;
  await toy.engine.publish([eventMessage(RuleUpsertedV1, { payload })]);
  expect(() => toy.events(RuleUpsertedV1)).toThrow('rule.upserted: /version');
  await expect(toy.close()).rejects.toThrow('rule.upserted: /version');
});
