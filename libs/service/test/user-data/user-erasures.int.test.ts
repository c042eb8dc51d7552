import { Database } from '@tributary/persistence';
import { createTestDatabase, eventually, TestDatabase, workspaceRoot } from '@tributary/testing';
import { ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { openNotes } from '../erasing-process';
import { UserErasures } from '../../src/user-data/user-erasures';

const SCRIPT = path.join(workspaceRoot(), 'dist-test/libs/service/test/erasing-process.js');
const [GONE, STAYS] = [1, 2];
const ROWS = 30_000;

let server: TestDatabase;
let database: Database;
let erasures: UserErasures;
const processes: ChildProcess[] = [];

beforeAll(async () => {
  server = await createTestDatabase('erasures');
  ({ database, erasures } = await openNotes(server.url));
});
afterAll(async () => {
  for (const one of processes) one.kill('SIGKILL');
  await database.close();
  await server.drop();
});
beforeEach(async () => {
  await database.execute('truncate notes, erased_users, jobs');
});

function startErasing(faultPoint?: string): ChildProcess {
  const env = { ...process.env, ...(faultPoint === undefined ? {} : { FAULT_POINT: faultPoint }) };
  const child = fork(SCRIPT, { env });
  processes.push(child);
  child.send(server.url);
  return child;
}

async function rowsOf(userId: number): Promise<number> {
  const [row] = await database.query<{ rows: number }>(
    'select count(*) as rows from notes where user_id = $1',
    [userId],
  );
  return row?.rows ?? 0;
}

const isErased = async () => expect(await erasures.show([GONE])).toEqual({ erased: 1, rowsErased: ROWS });

it('an erasure that is killed in its middle continues from its cursor, with two instances at once', async () => {
  await database.execute('insert into notes select n, 1 + n % 2 from generate_series(1, $1::int) n', [
    2 * ROWS,
  ]);
  await database.transaction((tx) => erasures.begin(tx, GONE));
  const [, signal] = (await once(startErasing('erasure.advanced:4'), 'exit')) as [number | null, string];
  expect(signal).toBe('SIGKILL');
  const left = await rowsOf(GONE);
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThan(ROWS);
  expect(await erasures.show([GONE])).toEqual({ erased: 0, rowsErased: ROWS - left });
  startErasing();
  startErasing();
  await eventually(isErased, { timeoutMs: 60_000 }); // two processes start first
  expect([await rowsOf(GONE), await rowsOf(STAYS)]).toEqual([0, ROWS]);
});

it('a user is not erased while an earlier transaction could still write their data', async () => {
  let commit: () => void = () => undefined;
  const late = database.transaction(async (tx) => {
    await tx.query('select 1 from erased_users'); // looks before the erasure begins, and writes after it
    await new Promise<void>((resolve) => (commit = resolve));
    await tx.execute('insert into notes values (1, $1)', [GONE]);
  });
  await eventually(async () => {
    const open = await database.query(
      `select 1 from pg_stat_activity where state = 'idle in transaction' and datname = current_database()`,
    );
    expect(open).toHaveLength(1);
  });
  await database.transaction((tx) => erasures.begin(tx, GONE));
  startErasing();
  await eventually(async () =>
    expect(await database.query('select 1 from jobs where cursor is not null')).toHaveLength(1),
  );
  expect((await erasures.show([GONE])).erased).toBe(0);
  commit();
  await late;
  await eventually(async () => expect(await erasures.show([GONE])).toEqual({ erased: 1, rowsErased: 1 }));
});
