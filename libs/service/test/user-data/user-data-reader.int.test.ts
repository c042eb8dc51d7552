import { Queryable } from '@tributary/persistence';
import { createTestDatabase, TestDatabase } from '@tributary/testing';
import { Pool } from 'pg';
import { UserData } from '../../src/user-data/user-data';
import { UserDataPlace, UserDataReader } from '../../src/user-data/user-data-reader';

const PIECE_CHARACTERS = 128 * 1024;
const LONGEST_ROW = 300_000;

const DATA: UserData = {
  tables: [
    { table: 'notes', rowsOfUserSql: 't.user_id = $1', exportAs: { kind: 'notes' } },
    {
      table: 'pairs',
      rowsOfUserSql: 't.user_id = $1',
      exportAs: {
        kind: 'pairs',
        compositeSortKeySql: 'jsonb_build_array(t.one, t.other)',
        omittedColumns: ['secret'],
      },
    },
    { table: 'nothing', rowsOfUserSql: 't.user_id = $1', exportAs: { kind: 'nothing' } },
  ],
  others: {},
};

let server: TestDatabase;
let pool: Pool;
/** The most characters that a statement answered. */
let answeredMax = 0;

beforeAll(async () => {
  server = await createTestDatabase('reader');
  pool = new Pool({ connectionString: server.url });
  await pool.query(`
    create table notes (id bigint primary key, user_id bigint not null, text text not null);
    create table pairs (user_id bigint, one int, other int, secret text);
    create table nothing (id bigint, user_id bigint);
    insert into notes
      select n, 1 + n % 2, repeat(case when n % 10 = 0 then '🦊' else 'x' end,
                                  case when n % 7 < 2 then ${LONGEST_ROW} / 2 else n % 900 end)
        from generate_series(1, 400) n;
    insert into pairs select 1, n / 20, n % 20, 'secret' from generate_series(1, 250) n;`);
});
afterAll(async () => {
  await pool.end();
  await server.drop();
});

const database: Pick<Queryable, 'query'> = {
  async query<Row>(text: string, parameters?: unknown[]) {
    const { rows } = await pool.query<{ data: string }>(text, parameters);
    answeredMax = Math.max(
      answeredMax,
      rows.reduce((sum, { data }) => sum + data.length, 0),
    );
    return rows as Row[];
  },
};

it('every row is returned once, complete and in order, in bounded pieces, however long rows are', async () => {
  const reader = new UserDataReader('rule-engine', DATA);
  const pieces: string[] = [];
  for (let next: UserDataPlace | null = null, isEnd = false; !isEnd; isEnd = next === null) {
    const piece = await reader.read(database, 1, next);
    pieces.push(piece.text);
    next = piece.next;
  }
  for (const piece of pieces) expect(piece.length).toBeLessThanOrEqual(PIECE_CHARACTERS);
  expect(answeredMax).toBeGreaterThan(LONGEST_ROW / 2);
  expect(answeredMax).toBeLessThan(PIECE_CHARACTERS + LONGEST_ROW + 1000);

  const lines = pieces
    .join('')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { kind: string; data: Record<string, unknown> });
  const of = (wanted: string) => lines.filter(({ kind }) => kind === wanted).map(({ data }) => data);
  const { rows } = await pool.query('select * from notes where user_id = 1 order by id');
  expect(of('notes')).toEqual(
    rows.map((row: { id: string; user_id: string }) => ({ ...row, id: Number(row.id), user_id: 1 })),
  );
  const pairs = Array.from({ length: 250 }, (_, n) => [Math.trunc((n + 1) / 20), (n + 1) % 20]);
  expect(of('pairs')).toEqual(pairs.map(([one, other]) => ({ user_id: 1, one, other })));
  expect(lines).toHaveLength(rows.length + pairs.length);
});
