import { MESSAGING_MIGRATIONS } from '@tributary/messaging';
import { Database, provisionSchemas } from '@tributary/persistence';
import { createTestDatabase, JoinWatch, TestDatabase, ROLE_PASSWORD } from '@tributary/testing';
import { MIGRATIONS } from '../../../src/migrations/migrations';
import { attemptResult } from '../../../src/transfers/dispatch/attempt-result';
import { DueTransfer } from '../../../src/transfers/dispatch/due-transfer';
import { saveResults } from '../../../src/transfers/dispatch/save-results';

const COUNT = 1000;

let server: TestDatabase;
let database: Database;
let joins: JoinWatch;

beforeAll(async () => {
  server = await createTestDatabase('results');
  joins = await JoinWatch.on(server);
  const roles = await provisionSchemas(server.url, [{ schema: 'transfer_engine', password: ROLE_PASSWORD }]);
  database = await Database.open({
    url: roles.get('transfer_engine') ?? '',
    schema: 'transfer_engine',
    migrations: [...MESSAGING_MIGRATIONS, ...MIGRATIONS],
  });
  joins.watch(database);
}, 60_000);

afterAll(async () => {
  await database.close();
  await server.drop();
});

const due = (id: number): DueTransfer => ({
  id,
  version: 1,
  linkId: 1,
  transactionId: id,
  accountId: 1,
  userId: 1,
  operation: 'CREATE',
  content: {
    date: '2026-03-02',
    amount: '1',
    currency: 'EUR',
    booked: true,
    payee: '',
    description: '',
    fields: {},
  },
  sentContent: null,
  importId: `trb:${id}`,
  maybeSent: false,
  destinationTransactionId: null,
  heldContent: null,
  changedThere: [],
  attempts: 0,
  targetExternalId: 'budget',
  endedBy: null,
  lockedThere: false,
  destinationType: 'BUDGETA',
  destinationId: 1,
  onBookedChange: { update_status: true, update_payee: true, update_description: true, update_amount: true },
  trace: null,
});

it('each transfer gets its own result and log entry, and no result is compared with each other one', async () => {
  const rows = await database.query<{ id: number }>(
    `insert into transfers (link_id, destination_id, transaction_id, account_id, user_id, unit_id, state, operation,
            shaped_version, content, import_id)
     select 1, 1, n, 1, 1, 1, 'PENDING', 'CREATE', 1, '{}', 'trb:' || n from generate_series(1, $1::integer) n
     returning id`,
    [COUNT],
  );
  const results = rows.map(({ id }) => {
    const transfer = due(id);
    const outcome = { kind: 'done', destinationId: `row-${id}` } as const;
    return attemptResult(transfer, outcome, { attemptsMax: 1, backoffMs: 0 }, 0);
  });
  const before = joins.pairsCompared;
  await database.transaction((tx) => saveResults(tx, results, new Date('2026-03-02T06:10:00Z')));
  expect(joins.pairsCompared - before).toBeLessThan(COUNT);
  const [counted] = await database.query(
    `select count(*) as count from transfers t join transfer_logs l on l.transfer_id = t.id
      where t.state = 'TRANSFERRED' and t.destination_transaction_id = 'row-' || t.id
        and l.destination_transaction_id = t.destination_transaction_id and l.succeeded and l.operation = 'CREATE'`,
  );
  expect(counted).toEqual({ count: COUNT });
});
