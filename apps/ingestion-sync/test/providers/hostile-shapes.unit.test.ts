import { addAll, DEFAULT_ACCOUNT_CONFIG } from '@tributary/contracts';
import { excessesOf, growthOf, shareOf, SHARE_SEED } from '@tributary/testing';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { LocalEnricher } from '../../src/transactions/enrichment/local/local-enricher';
import { parseLossless, stringifyLossless } from '../../src/providers/mapping/json-decimals';
import { fromProvider as fromProviderA } from '../../src/providers/provider-a/transaction-fields';
import { fromProvider as fromProviderB } from '../../src/providers/provider-b/transaction-fields';
import { fromProvider as fromProviderC } from '../../src/providers/provider-c/transaction-fields';
import { ProviderTransaction } from '../../src/providers/provider.port';
import { readRows } from '../../src/providers/read-rows';
import { accountSetFrom } from '../../src/providers/simplefin/account-set';
import { AnswerReading } from '../../src/providers/simplefin/reading/answer-reading';
import { batchFrom } from '../../src/providers/simplefin/transactions';
import { toRowsInTurns } from '../../src/transactions/transaction-rows';
import { HOSTILE_SHAPES } from './hostile-shapes';

// A seeded share runs in `npm test`, all of it with FULL=1.
jest.setTimeout(300_000);

interface Subject {
  /** JSON text of a row. */
  readonly row: (members: string, index: number) => string;
  readonly read: (rows: readonly string[]) => Promise<readonly ProviderTransaction[]>;
}

/** Reads a response as the clients do: as a whole JSON text. */
const listed =
  (read: (row: unknown) => ProviderTransaction | null): Subject['read'] =>
  async (rows) => {
    const parsed = JSON.parse(`[${rows.join(',')}]`) as unknown[];
    return (await readRows(parsed, read, () => undefined)).upserts;
  };

/** PROVIDER_C lists a thousand rows in a response. */
const ROWS_PER_PAGE = 1000;

const inPages =
  (read: (row: unknown) => ProviderTransaction | null): Subject['read'] =>
  async (rows) => {
    const parsed: unknown[] = [];
    for (let at = 0; at < rows.length; at += ROWS_PER_PAGE) {
      addAll(parsed, parseLossless(`[${rows.slice(at, at + ROWS_PER_PAGE).join(',')}]`) as unknown[]);
      await nextTurn();
    }
    return (await readRows(parsed, read, () => undefined, stringifyLossless)).upserts;
  };

const SUBJECTS: Readonly<Record<string, Subject>> = {
  SIMPLEFIN: {
    row: (members, index) => withoutRepeats(`"id":"T${index}","posted":1767312000,"amount":"-1.00"`, members),
    read: async (rows) => {
      const account = `{"id":"A","currency":"EUR","balance":"1","transactions":[${rows.join(',')}]}`;
      const set = accountSetFrom(
        await new AnswerReading().begin().read([Buffer.from(`{"accounts":[${account}]}`)]),
      );
      const [found] = set.accounts;
      if (!found) throw new Error('the set has no account');
      const window = { from: '2026-01-01', to: null };
      const { upserts } = await batchFrom(
        { set, found },
        { window, cursor: null, includePending: true, accountCurrency: 'EUR', accountCategory: 'BANK' },
      );
      return upserts;
    },
  },
  PROVIDER_A: {
    row: (members, index) =>
      `{"transactionId":"T${index}","bookingDate":"2026-01-02","transactionAmount":{"amount":"-1.00","currency":"EUR"},` +
      `"creditorName":${payeeIn(members)},"remittanceInformationUnstructured":${payeeIn(members)}}`,
    read: listed((row) => fromProviderA(row, true, 'EUR')),
  },
  PROVIDER_B: {
    row: (members, index) =>
      `{"entry_reference":"T${index}","booking_date":"2026-01-02","status":"BOOK","credit_debit_indicator":"DBIT",` +
      `"transaction_amount":{"amount":"1.00","currency":"EUR"},"remittance_information":[${payeeIn(members)}]}`,
    read: listed((row) => fromProviderB(row, 'EUR')),
  },
  PROVIDER_C: {
    row: (members, index) =>
      `{"id":"T${index}","type":"FEE","amount":"-1.00","trade_date":"2026-01-02","currency":{"code":"USD"},` +
      `"description":${payeeIn(members)}}`,
    read: inPages((row) => fromProviderC(row, { category: 'INVESTMENT', currency: 'USD' })),
  },
};

/** Processes a response up to the written and enriched rows. */
async function take({ read }: Subject, rows: readonly string[]): Promise<void> {
  const taken = await toRowsInTurns(await read(rows), DEFAULT_ACCOUNT_CONFIG);
  const transactions = taken.map(({ document }, id) => ({ id, document }));
  await new LocalEnricher().enrich({ country: null, transactions });
}

const cases = Object.entries(SUBJECTS).flatMap(([provider, subject]) =>
  HOSTILE_SHAPES.map((shape) => ({ provider, subject, shape })),
);

describe(`answers of hostile shapes (SHARE_SEED=${SHARE_SEED})`, () => {
  it.each(shareOf(cases, 8).map((one) => [one.provider, one.shape.name, one] as const))(
    '%s: %s costs in proportion, and holds the process for no longer than 200 ms',
    async (_provider, _name, { subject, shape }) => {
      const rows = {
        half: shape.rows(Math.floor(shape.largest / 2), subject.row),
        whole: shape.rows(shape.largest, subject.row),
      };
      const growth = await growthOf((part) => () => take(subject, rows[part]));
      expect(excessesOf(growth)).toEqual([]);
    },
  );
});

/** Replaces the row's own members by those of the shape. */
function withoutRepeats(own: string, members: string): string {
  const kept = own.split(',').filter((member) => !members.includes(member.split(':')[0] ?? ''));
  return `{${[...kept, members].join(',')}}`;
}

function payeeIn(members: string): string {
  return /"description":("(?:[^"\\]|\\.)*")/.exec(members)?.[1] ?? JSON.stringify(members.slice(0, 100_000));
}
