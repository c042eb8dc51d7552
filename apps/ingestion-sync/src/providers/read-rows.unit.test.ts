import { CUT_MARK, DOCUMENT_LIMITS } from './mapping/document-limits';
import { parseLossless, stringifyLossless } from './mapping/json-decimals';
import { fromProvider as fromProviderA } from './provider-a/transaction-fields';
import { fromProvider as fromProviderB } from './provider-b/transaction-fields';
import { fromProvider as fromProviderC } from './provider-c/transaction-fields';
import { ProviderTransaction } from './provider.port';
import { readRows } from './read-rows';
import { fromProvider as fromSimpleFin } from './simplefin/transaction-fields';

const { textChars, entryChars, idChars } = DOCUMENT_LIMITS;
const MARKS = '\u0301\u0316';

interface Subject {
  readonly row: (text: string, id: string) => object;
  readonly read: (row: unknown) => ProviderTransaction | null;
}

/** A row of each provider with a text in each kind of member. */
const SUBJECTS: Readonly<Record<string, Subject>> = {
  PROVIDER_A: {
    row: (text, id) => ({
      transactionId: id,
      internalTransactionId: id,
      bookingDate: '2026-01-02',
      transactionAmount: { amount: '-1.00', currency: 'EUR' },
      creditorName: text,
      remittanceInformationUnstructured: text,
      remittanceInformationUnstructuredArray: [text],
    }),
    read: (row) => fromProviderA(row, true, 'EUR'),
  },
  PROVIDER_B: {
    row: (text, id) => ({
      entry_reference: id,
      transaction_id: id,
      booking_date: '2026-01-02',
      status: 'BOOK',
      credit_debit_indicator: 'DBIT',
      transaction_amount: { amount: '1.00', currency: 'EUR' },
      creditor: { name: text },
      remittance_information: [text, text],
    }),
    read: (row) => fromProviderB(row, 'EUR'),
  },
  PROVIDER_C: {
    row: (text, id) => ({
      id,
      type: 'FEE',
      amount: '-1.00',
      trade_date: '2026-01-02',
      settlement_date: '2026-01-02',
      currency: { code: 'USD' },
      description: text,
    }),
    read: (row) => fromProviderC(row, { category: 'INVESTMENT', currency: 'USD' }),
  },
  SIMPLEFIN: {
    row: (text, id) => ({
      id,
      posted: 1_767_312_000,
      amount: '-1.00',
      payee: text,
      description: text,
      extra: { note: text },
    }),
    read: (row) => fromSimpleFin(row, 'EUR'),
  },
};

function read({ read: toTransaction }: Subject, row: unknown) {
  return readRows([parseLossless(JSON.stringify(row))], toTransaction, () => undefined, stringifyLossless);
}

describe.each(Object.entries(SUBJECTS))('a row of %s', (_, subject) => {
  it('is stored with its long texts cut, and each says so', async () => {
    const { upserts, rejected } = await read(subject, subject.row(MARKS.repeat(15_000), 'id-1'));
    expect(rejected).toEqual([]);
    const texts = textsIn(upserts[0]?.document);
    expect(Math.max(...texts.map(({ length }) => length))).toBeLessThanOrEqual(textChars);
    const cut = texts.filter(
      (text) => text.startsWith(MARKS) || text.startsWith('{') || text.startsWith('"{'),
    );
    expect(cut.length).toBeGreaterThan(0);
    expect(cut.filter((text) => !text.includes(CUT_MARK))).toEqual([]);
  });

  it('beyond the limit of a row is refused with the reason, and what is kept of it is short', async () => {
    const { upserts, rejected } = await read(subject, subject.row('a'.repeat(entryChars), 'id-1'));
    expect(upserts).toEqual([]);
    expect(rejected[0]?.reason).toBe(`the row has more than ${entryChars} characters`);
    expect(rejected[0]?.rawJson.length).toBeLessThanOrEqual(textChars);
  });

  it('with an id that is too long is not taken for another row', async () => {
    const { upserts, rejected } = await read(subject, subject.row('a', 'i'.repeat(idChars + 1)));
    const ids = upserts.flatMap(({ strongId, weakId }) => [strongId, weakId]);
    expect(ids.filter((id) => id !== null)).toEqual([]);
    expect(upserts.length + rejected.length).toBe(1);
  });

  it('whose values are nested without end costs none of its neighbours', async () => {
    const deep: unknown = JSON.parse(`${'['.repeat(60_000)}${']'.repeat(60_000)}`);
    const bad = {
      ...subject.row('a', 'id-1'),
      remittanceInformationUnstructuredArray: deep,
      extra: { deep },
    };
    const good = subject.row('a', 'id-2');
    const { upserts } = await readRows([bad, good], subject.read, () => undefined, stringifyLossless);
    expect(upserts.at(-1)?.rawJson).toContain('id-2');
  });
});

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}
