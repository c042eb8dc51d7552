import { availableParallelism } from 'node:os';
import { parseLossless } from '../../mapping/json-decimals';
import { ANSWER_LIMITS, READING_SHARES, RECEIVING_SHARES } from './answer-limits';
import { readWhole } from './answer-reader';
import { AnswerReading } from './answer-reading';
import { readInThread } from './answer-thread';
import { AnswerBeyondLimits } from './answer-beyond-limits';
import { linesOf, ReadAnswer, TOO_LONG_ROW } from './read-answer';

function read(json: string): ReadAnswer {
  return readWhole(Buffer.from(json));
}

function limitOf(json: string): string {
  try {
    read(json);
    return 'none';
  } catch (error) {
    if (error instanceof AnswerBeyondLimits) return error.limit;
    throw error;
  }
}

function rowsOf({ rows }: ReadAnswer): string[][] {
  return rows.map((one) => (one ? [...linesOf(one)] : []));
}

describe('an answer', () => {
  it('is read as its accounts without transactions, and the transactions of each', () => {
    const answer = read(
      `{"accounts":[{"id":"A","transactions":[{"id":"1","amount":-1.10},"x",[]],"name":"n\\u00e4"},7,{"id":"B"}],
        "x":[1,{"accounts":[]}],"errors":["e"]}`,
    );
    expect(answer.json).toBe('{"accounts":[{"id":"A","name":"nä"},7,{"id":"B"}],"errors":["e"]}');
    expect(rowsOf(answer)).toEqual([['{"id":"1","amount":-1.10}', '"x"', '[]'], [], []]);
  });

  it.each([
    '"a\\ud83d\\ude00b"',
    '"\\ud800"',
    '-0.10e+5',
    '123456789012345678901234567890.5',
    '{"__proto__":1}',
    '""',
  ])('has the value %s as it was sent, however it is cut', (value) => {
    const json = `{"accounts":[{"v":${value},"transactions":[${value}]}]}`;
    const whole = read(json);
    expect(parseLossless(whole.json)).toEqual(parseLossless(`{"accounts":[{"v":${value}}]}`));
    expect(rowsOf(whole).flat().map(parseLossless)).toEqual([parseLossless(value)]);
  });

  it('takes a mark at its beginning and bytes that are no UTF-8', () => {
    const bytes = Buffer.concat([
      Buffer.from('\ufeff{"accounts":[{"n":"'),
      Buffer.from([0xe4]),
      Buffer.from('"}]}'),
    ]);
    expect(readWhole(bytes).json).toBe('{"accounts":[{"n":"\ufffd"}]}');
  });

  /** Every text that is one change away from JSON. */
  it('is refused where it is not JSON, and only there', () => {
    const json = '{"accounts":[{"id":"A","transactions":[{"a":-1.5},null]},[true]],"errors":[]}';
    const changed = [...json].flatMap((_, at) =>
      ['', '{', '}', '[', ']', ',', ':', '"', '1', ' '].map(
        (put) => json.slice(0, at) + put + json.slice(at + 1),
      ),
    );
    for (const text of changed) expect([text, isRead(text)]).toEqual([text, isJson(text)]);
  });

  it.each<[string, string]>([
    ['values', `{"x":[${'1,'.repeat(ANSWER_LIMITS.values)}1]}`],
    ['depth', `${'['.repeat(ANSWER_LIMITS.depth + 1)}`],
    ['token', `{"x":"${'a'.repeat(ANSWER_LIMITS.tokenChars + 1)}"}`],
    ['token', `{"x":${'1'.repeat(ANSWER_LIMITS.tokenChars + 1)}}`],
    ['token', `{"accounts":[{"transactions":[{"amount":${'1'.repeat(10_000_000)}}]}]}`],
    ['other', `{"errors":[${'"aaaaaaaa",'.repeat(ANSWER_LIMITS.otherChars / 10)}""]}`],
    ['accounts', `{"accounts":[${'1,'.repeat(ANSWER_LIMITS.accounts)}1]}`],
  ])('beyond its limit of %s is refused', (limit, json) => {
    expect(limitOf(json)).toBe(limit);
  });

  it('with more transactions than are read says so at the account', () => {
    const rows = `${'{"id":"1"},'.repeat(ANSWER_LIMITS.rowsPerAccount)}{"id":"1"}`;
    const answer = read(`{"accounts":[{"transactions":[${rows}]},{"transactions":[1]}]}`);
    expect(answer.rows.map((one) => [one?.count, one?.isCut])).toEqual([
      [ANSWER_LIMITS.rowsPerAccount, true],
      [1, false],
    ]);
  });

  it('has a transaction that is too long as its beginning', () => {
    const long = 'a'.repeat(ANSWER_LIMITS.rowChars);
    const [lines = []] = rowsOf(read(`{"accounts":[{"transactions":[{"d":"${long}"},{"id":2}]}]}`));
    expect(lines[0]?.startsWith(`${TOO_LONG_ROW}"{\\"d\\":\\"aaa`)).toBe(true);
    expect(lines[1]).toBe('{"id":2}');
  });
});

describe('a thread that reads an answer', () => {
  const json = `{"accounts":[{"id":"A","transactions":[${'{"id":"1","amount":"-1.00"},'.repeat(20_000)}1]}]}`;

  it('gives what is read without it', async () => {
    expect(await readInThread([Buffer.from(json)])).toEqual(read(json));
  });

  it('is ended beyond its time', async () => {
    const reading = readInThread([Buffer.from(json)], { totalMs: 1, memoryMb: 128 });
    await expect(reading).rejects.toThrow("The server's answer takes too long to read.");
  });

  it('is ended beyond its memory, and the process goes on', async () => {
    const reading = readInThread([Buffer.from(json.repeat(40))], { totalMs: 30_000, memoryMb: 8 });
    await expect(reading).rejects.toThrow(/takes too much memory|^$/);
  });
});

describe('the turns of large answers', () => {
  const { total } = RECEIVING_SHARES;

  it('come one after the other, also where one before ended without its turn', async () => {
    const reading = new AnswerReading();
    const turns = Array.from({ length: total + 2 }, (_, user) => reading.begin(user));
    const admitted = turns.map((turn) => turn.admit());
    await Promise.all(admitted.slice(0, total));
    turns.at(-2)?.end();
    turns[0]?.end();
    await admitted.at(-1);
    for (const turn of turns) turn.end();
  });

  it('are one of a user at a time, so that the slow servers of one keep no other from theirs', async () => {
    const reading = new AnswerReading();
    const slow = Array.from({ length: total + 2 }, () => reading.begin(1));
    const admitted = slow.map(async (turn, at) => {
      await turn.admit();
      return at;
    });
    expect(await Promise.race(admitted)).toBe(0);
    const other = reading.begin(2);
    await other.admit();
    slow[0]?.end();
    expect(await admitted[1]).toBe(1);
    for (const turn of [...slow, other]) turn.end();
  });

  it('take one processor less than there are', () => {
    expect(READING_SHARES.total).toBeLessThanOrEqual(Math.max(1, availableParallelism() - 1));
  });
});

function isRead(text: string): boolean {
  try {
    const { json, rows } = read(text);
    parseLossless(json === '' ? 'null' : json);
    for (const one of rows) for (const line of one ? linesOf(one) : []) parseLossless(line);
    return true;
  } catch {
    return false;
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
