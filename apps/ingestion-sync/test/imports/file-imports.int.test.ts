import {
  ApplyFileImport,
  ChangeFileImport,
  CreateAccount,
  DiscardFileImport,
  FILE_BYTES_MAX,
  ListFileImports,
  ownerOf,
  ShowFileImport,
  StoreFilePiece,
  TransactionRemovedV1,
  TransactionUpsertedV1,
  UndoFileImport,
  UpdateTransactions,
} from '@tributary/contracts';
import { eventually } from '@tributary/testing';
import { IngestionFixture } from '../ingestion.fixture';
import { csvOf, FILE_IBAN, FileImports, Line, ofxOf, shownOf } from './file-of';

let fixture: IngestionFixture;
let imports: FileImports;
let user = 100;
beforeAll(async () => {
  fixture = await IngestionFixture.start();
});
afterAll(() => fixture.close());
beforeEach(() => {
  imports = new FileImports(fixture, ownerOf((user += 1)));
});

const makeAccount = async (caller = imports.caller): Promise<number> => {
  const account = { name: 'Wallet', currency: 'EUR', category: 'BANK', cashAccountType: null } as const;
  return (await fixture.send(CreateAccount, account, caller)).id;
};

const MARCH: readonly Line[] = [
  ['2026-03-02', '-2.50', 'Kahvila'],
  ['2026-03-02', '-2.50', 'Kahvila'],
  ['2026-03-03', '-40.00', 'Market Hall'],
  ['2026-03-05', '1500.00', 'Employer'],
];
const LATER: readonly Line[] = [['2026-03-09', '-9.99', 'Streaming']];
const shown = (lines: readonly Line[]) => lines.map(([day, amount]) => `${day} ${amount}`).sort();

describe('the preview of a file', () => {
  it('says what is new, known and unreadable, by line, and stores nothing', async () => {
    const account = await makeAccount();
    await imports.import(csvOf(MARCH), account);
    const file =
      csvOf([...MARCH, ...LATER]).replace('2026-03-09', '2026-19-09') + '2026-03-11;New;-1.00;EUR\r\n';
    const { id, document } = await imports.preview(file, 'bank.csv', account);
    expect(document).toMatchObject({
      format: 'CSV',
      csv: { delimiter: ';', date_order: 'YMD', skip_rows: 1 },
      accounts: [{ financial_account_id: account, matched_by: 'ONLY', entries: 5 }],
      entries_new: 1,
      entries_known: 4,
      entries_unreadable: 1,
    });
    expect(document.csv_sample[0]).toEqual(['Booking date', 'Payee', 'Amount', 'Currency']);
    expect((await imports.entries(id, 'unreadable')).entries).toMatchObject([
      { line: 6, kind: 'unreadable', reason: expect.any(String) as string },
    ]);
    expect((await imports.entries(id, 'new')).entries).toMatchObject([
      { line: 7, date: '2026-03-11', amount: '-1.00', counterparty: 'New' },
    ]);
    expect(await shownOf(fixture, account)).toEqual(shown(MARCH));
  });

  it('names the other party of each entry, never the holder of the account', async () => {
    const party = (sign: string, debtor: string, creditor: string) =>
      `<Ntry><Amt Ccy="EUR">5.00</Amt><CdtDbtInd>${sign}</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-03-02</Dt></BookgDt>` +
      `<NtryDtls><TxDtls><RltdPties><Dbtr><Nm>${debtor}</Nm></Dbtr><Cdtr><Nm>${creditor}</Nm></Cdtr></RltdPties></TxDtls></NtryDtls></Ntry>`;
    const entries = [party('DBIT', 'Jana Holder', 'Market Hall'), party('CRDT', 'Employer', 'Jana Holder')];
    const file =
      '<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt><Id>1</Id>' +
      `<Acct><Id><IBAN>${FILE_IBAN}</IBAN></Id><Ccy>EUR</Ccy></Acct>${entries.join('')}</Stmt></BkToCstmrStmt></Document>`;
    const { id } = await imports.preview(file, 'march.xml');
    const shownEntries = (await imports.entries(id, 'new')).entries;
    expect(shownEntries.map(({ amount, counterparty }) => [amount, counterparty])).toEqual([
      ['-5.00', 'Market Hall'],
      ['5.00', 'Employer'],
    ]);
  });

  it('finds the account by its number and bank, or adds one that the next file finds', async () => {
    const { id, document } = await imports.preview(ofxOf(MARCH), 'march.ofx');
    expect(document.accounts).toMatchObject([
      { number: '0532013000', bank: '37040044', financial_account_id: null, entries: 4 },
    ]);
    const [{ key } = { key: '' }] = document.accounts;
    await expect(fixture.send(ApplyFileImport, { importId: id }, imports.caller)).rejects.toMatchObject({
      detail: { kind: 'conflict' },
    });
    const accounts = [{ key, financialAccountId: null, newAccount: { name: 'Giro', currency: 'EUR' } }];
    await fixture.send(ChangeFileImport, { importId: id, accounts }, imports.caller);
    await imports.until(id, 'READY');
    const applied = await imports.apply(id);
    const accountId = applied.document.accounts[0]?.financial_account_id ?? 0;
    expect(await shownOf(fixture, accountId)).toEqual(shown(MARCH));
    const again = await imports.preview(ofxOf([...MARCH, ...LATER]), 'april.ofx');
    expect(again.document.accounts).toMatchObject([{ financial_account_id: accountId }]);
    expect(again.document).toMatchObject({ entries_new: 1, entries_known: 4 });
  });

  it('is made again with the columns that the user corrects, which the next file of the bank keeps', async () => {
    const account = await makeAccount();
    const file = 'A;B;C;D\r\n02/03/2026;Kahvila;-2,50;x\r\n04/03/2026;Market;-40,00;y\r\n';
    const { id, document } = await imports.preview(file, 'odd.csv', account);
    const csv = {
      encoding: 'utf-8',
      delimiter: ';',
      decimal_mark: ',',
      date_order: 'MDY',
      skip_rows: 1,
      columns: ['booking_date', 'payee', 'amount', null],
    } as const;
    expect(document.csv).not.toEqual(csv);
    await fixture.send(
      ChangeFileImport,
      { importId: id, csv: { ...csv, columns: [...csv.columns] } },
      imports.caller,
    );
    const corrected = await imports.until(id, 'READY');
    expect(corrected.document).toMatchObject({ csv, entries_new: 2, entries_unreadable: 0 });
    expect((await imports.entries(id)).entries.map(({ date }) => date)).toEqual(['2026-02-03', '2026-04-03']);
    await imports.apply(id);
    const next = await imports.preview(file.replace('Kahvila', 'Bakery'), 'odd-2.csv', account);
    expect(next.document.csv).toEqual(csv);
  });

  it('of a QIF file whose dates do not say their order is applied once the user has said it', async () => {
    const account = await makeAccount();
    const file = '!Type:Bank\nD03/04/2026\nT-7.25\n^\n';
    const { id, document } = await imports.preview(file, 'doubt.qif', account);
    expect(document).toMatchObject({ certainty: 'GUESS', questions: [{ columns: [] }] });
    await expect(fixture.send(ApplyFileImport, { importId: id }, imports.caller)).rejects.toMatchObject({
      detail: { kind: 'invalid', errors: { qif: [expect.stringContaining('day or the month')] } },
    });
    const qif = { date_order: 'DMY' } as const;
    await fixture.send(ChangeFileImport, { importId: id, qif }, imports.caller);
    const answered = await imports.until(id, 'READY');
    expect(answered.document).toMatchObject({ certainty: 'CONFIRMED', questions: [] });
    await imports.apply(id);
  });

  it('of a QIF file is made again with its dates in the order that the user chooses, which the next one keeps', async () => {
    const account = await makeAccount();
    const file = '!Type:Bank\nD03/04/2026\nT-2.50\n^\nD04/04/2026\nT-1.00\n^\n';
    const { id, document } = await imports.preview(file, 'giro.qif', account);
    expect(document).toMatchObject({ format: 'QIF', csv: null, qif: { date_order: 'DMY' } });
    const qif = { date_order: 'MDY' } as const;
    await fixture.send(ChangeFileImport, { importId: id, qif }, imports.caller);
    const corrected = await imports.until(id, 'READY');
    expect(corrected.document).toMatchObject({ qif, entries_new: 2 });
    expect((await imports.entries(id)).entries.map(({ date }) => date)).toEqual(['2026-03-04', '2026-04-04']);
    await imports.apply(id);
    const next = await imports.preview(file.replaceAll('2026', '2025'), 'giro-2.qif', account);
    expect(next.document.qif).toEqual(qif);
    const certain = await imports.preview(file.replace('03/04', '13/04'), 'giro-3.qif', account);
    expect(certain.document.qif).toEqual({ date_order: 'DMY' });
    const csv = await imports.preview(csvOf(MARCH), 'bank.csv', account);
    await expect(
      fixture.send(ChangeFileImport, { importId: csv.id, qif }, imports.caller),
    ).rejects.toMatchObject({ detail: { kind: 'invalid' } });
  });

  it('of a file that is none of the formats says so, and keeps nothing of it', async () => {
    const id = await imports.upload(Buffer.from('Dear customer! Your card is on its way.'), 'letter.txt');
    const failed = await eventually(async () => {
      const now = await imports.show(id);
      expect(now.document.status).toBe('FAILED');
      return now;
    });
    expect(failed.document.error).toMatch(/none of OFX/);
    expect(await fixture.rows('select 1 from file_import_pieces where import_id = $1', [id])).toEqual([]);
  });
});

const US = (...days: string[]) =>
  ['Date,Payee,Amount', ...days.map((day) => `${day},Shop,-1.00`), ''].join('\r\n');

describe('how a CSV file is read', () => {
  const guess = async (account: number) => {
    // An earlier release read such a file differently, and did not record whether its user confirmed that.
    const { id, document } = await imports.preview(csvOf(MARCH), 'bank.csv', account);
    await fixture.rows(
      `insert into file_csv_readings (user_id, shape, csv)
       select user_id, csv_shape, jsonb_set(csv, '{columns,1}', '"description"') from file_imports where id = $1`,
      [id],
    );
    const asked = await imports.preview(csvOf(LATER), 'bank.csv', account);
    expect(document.certainty).toBe('BY_NAMES');
    return asked;
  };

  it('is asked for where it is a guess: nothing is stored until the user sends the reading', async () => {
    const account = await makeAccount();
    const { id, document } = await guess(account);
    expect(document).toMatchObject({ certainty: 'GUESS', questions: [{ columns: [1] }], entries_new: 1 });
    const questions = document.questions.map(({ text }) => text);
    await expect(fixture.send(ApplyFileImport, { importId: id }, imports.caller)).rejects.toMatchObject({
      detail: { kind: 'invalid', errors: { csv: questions } },
    });
    expect(await shownOf(fixture, account)).toEqual([]);
    const { csv } = document;
    if (!csv) throw new Error('the file has no reading');
    await fixture.send(ChangeFileImport, { importId: id, csv }, imports.caller);
    const confirmed = await imports.until(id, 'READY');
    expect(confirmed.document).toMatchObject({ csv, certainty: 'CONFIRMED', questions: [] });
    await imports.apply(id);
    expect(await shownOf(fixture, account)).toEqual(shown(LATER));
    const next = await imports.preview(csvOf(MARCH), 'next.csv', account);
    expect(next.document).toMatchObject({ csv, certainty: 'CONFIRMED' });
  });

  it('is first the question where entries go', async () => {
    const { id } = await guess(await makeAccount());
    await fixture.rows(
      `update file_imports set accounts = jsonb_set(accounts, '{0,financial_account_id}', 'null') where id = $1`,
      [id],
    );
    await expect(fixture.send(ApplyFileImport, { importId: id }, imports.caller)).rejects.toMatchObject({
      detail: { kind: 'conflict' },
    });
  });

  it('is detected again for another bank’s file with the same column names that it does not fit', async () => {
    const account = await makeAccount();
    const british = await imports.preview(US('25/03/2026', '04/03/2026'), 'a.csv', account);
    expect(british.document.csv).toMatchObject({ date_order: 'DMY' });
    await imports.apply(british.id);
    const american = await imports.preview(US('03/04/2026', '03/25/2026'), 'b.csv', account);
    expect(american.document).toMatchObject({ csv: { date_order: 'MDY' }, entries_unreadable: 0 });
    expect((await imports.entries(american.id)).entries.map(({ date }) => date)).toEqual([
      '2026-03-04',
      '2026-03-25',
    ]);
    await imports.apply(american.id);
    const first = await imports.preview(US('26/03/2026', '05/03/2026'), 'c.csv', account);
    expect((await imports.entries(first.id)).entries.map(({ date }) => date)).toEqual([
      '2026-03-26',
      '2026-03-05',
    ]);
  });

  it('cannot be in an encoding that nobody knows', async () => {
    const { id, document } = await imports.preview(csvOf(MARCH), 'bank.csv', await makeAccount());
    const { csv } = document;
    if (!csv) throw new Error('the file has no reading');
    const send = (encoding: string) =>
      fixture.send(ChangeFileImport, { importId: id, csv: { ...csv, encoding } }, imports.caller);
    await expect(send('ebcdic')).rejects.toMatchObject({
      detail: { kind: 'invalid', errors: { 'csv.encoding': [expect.stringMatching(/shift_jis/)] } },
    });
    await send('iso-8859-2');
    expect((await imports.until(id, 'READY')).document.csv).toMatchObject({ encoding: 'iso-8859-2' });
  });
});

describe('a file that names no account', () => {
  it('is asked for: the account whose last file had the same layout is proposed, and not chosen', async () => {
    const account = await makeAccount();
    await imports.import(csvOf(MARCH), account);
    const { id, document } = await imports.preview(csvOf(LATER), 'savings.csv');
    expect(document.accounts).toMatchObject([
      {
        financial_account_id: null,
        matched_by: null,
        proposed_account_id: account,
        suggested_currency: 'EUR',
      },
    ]);
    await expect(fixture.send(ApplyFileImport, { importId: id }, imports.caller)).rejects.toMatchObject({
      detail: { kind: 'conflict' },
    });
    const qif = (day: string) => `!Type:Bank\nD${day}/03/2026\nT-2.50\n^\n`;
    await imports.import(qif('13'), account, 'a.qif');
    const next = await imports.preview(qif('14'), 'b.qif');
    expect(next.document.accounts).toMatchObject([
      { financial_account_id: null, proposed_account_id: account, suggested_currency: null },
    ]);
  });
});

describe('an applied file', () => {
  it('is stored and published once, however often it is imported: two coffees stay two', async () => {
    const account = await makeAccount();
    const first = await imports.import(csvOf(MARCH), account);
    expect(first.document).toMatchObject({ transactions_added: 4, entries_known: 0 });
    const second = await imports.import(csvOf(MARCH), account);
    expect(second.document).toMatchObject({ transactions_added: 0, entries_new: 0, entries_known: 4 });
    expect(await shownOf(fixture, account)).toEqual(shown(MARCH));
    await eventually(() => {
      const published = fixture
        .events(TransactionUpsertedV1)
        .filter(({ financialAccountId }) => financialAccountId === account);
      expect(published.flatMap(({ transactions }) => transactions)).toHaveLength(4);
    });
    for (const table of ['file_import_pieces', 'file_import_entries']) {
      expect(await fixture.rows(`select 1 from ${table} where import_id = $1`, [first.id])).toEqual([]);
    }
  });

  it('adds of an overlapping statement what is new alone', async () => {
    const account = await makeAccount();
    await imports.import(csvOf(MARCH.slice(0, 3)), account);
    await imports.import(csvOf([...MARCH.slice(1), ...LATER]), account);
    expect(await shownOf(fixture, account)).toEqual(shown([...MARCH, ...LATER]));
  });

  it('beside a live connection doubles nothing', async () => {
    const { financialAccountIds } = await fixture.connect('BERKA_1');
    const [account = 0] = financialAccountIds;
    await fixture.settled();
    const own = new FileImports(fixture);
    const before = await shownOf(fixture, account);
    const rows = await fixture.rows<{ day: string; amount: string; currency: string; name: string }>(
      `select day::text, document->>'amount' as amount, document->>'currency' as currency,
              coalesce(document->'creditor'->>'name', document->'debtor'->>'name', '') as name
         from transactions where account_id = $1 order by day`,
      [account],
    );
    const file = csvOf(rows.map(({ day, amount, name, currency }) => [day, amount, name, currency]));
    expect(rows.length).toBeGreaterThan(3);
    const imported = await own.import(file, account);
    expect(imported.document).toMatchObject({ transactions_added: 0, entries_known: rows.length });
    expect(await shownOf(fixture, account)).toEqual(before);
  });

  it('leaves what the user edited and deleted as it is', async () => {
    const account = await makeAccount();
    await imports.import(csvOf(MARCH), account);
    const [row] = await fixture.rows<{ id: number }>(
      `select id::int from transactions where account_id = $1 and document->>'amount' = '-40.00'`,
      [account],
    );
    const fields = { mapped_fields: { payee: 'Mine' } };
    const items = [{ transactionId: row?.id ?? 0, fields }];
    await fixture.send(UpdateTransactions, { items, mode: 'all_or_none' }, imports.caller);
    await imports.import(csvOf(MARCH), account);
    const [after] = await fixture.rows<{ payee: string }>(
      `select document->'mapped_fields'->>'payee' as payee from transactions where id = $1`,
      [row?.id],
    );
    expect(after?.payee).toBe('Mine');
    expect(await shownOf(fixture, account)).toEqual(shown(MARCH));
  });
});

describe('an application that is interrupted', () => {
  it('continues behind the last batch: nothing is missing, nothing doubled', async () => {
    const account = await makeAccount();
    const lines = Array.from({ length: 6000 }, (_, index): Line => {
      const day = new Date(Date.UTC(2020, 0, 1 + Math.floor(index / 10))).toISOString().slice(0, 10);
      return [day, `-${(index % 7) + 1}.00`, `Shop ${index % 7}`];
    });
    const { id } = await imports.preview(csvOf(lines), 'long.csv', account);
    await fixture.send(ApplyFileImport, { importId: id }, imports.caller);
    for (let batches = 0; batches < 3; batches += 1) {
      const before = (await imports.show(id)).document.entries_done;
      await eventually(async () => {
        const { document } = await imports.show(id);
        expect(document.status === 'APPLIED' || document.entries_done > before).toBe(true);
      });
      // The database aborts the current transaction, and another process continues the job.
      await fixture.rows(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and application_name = 'ingestion_sync' and state <> 'idle'
            and pid <> pg_backend_pid()`,
      );
      await fixture.rows(
        `update jobs set fence = fence + 1, lease_until = null
          where kind = 'file-applications' and key = $1 and finished_at is null`,
        [String(id)],
      );
    }
    const applied = await eventually(async () => {
      const now = await imports.show(id);
      expect(now.document.status).toBe('APPLIED');
      return now;
    });
    expect(applied.document).toMatchObject({ transactions_added: 6000, error: null });
    expect(await shownOf(fixture, account)).toEqual(shown(lines));
    const published = await eventually(() => {
      const ids = fixture
        .events(TransactionUpsertedV1)
        .filter(({ financialAccountId }) => financialAccountId === account)
        .flatMap(({ transactions }) => transactions.map((one) => one.id));
      expect(new Set(ids).size).toBe(6000);
      return ids;
    });
    expect(published).toHaveLength(6000);
  });
});

describe('an undo', () => {
  it('removes what the import added, and a later import brings it back', async () => {
    const account = await makeAccount();
    const { id } = await imports.import(csvOf(MARCH), account);
    const undone = await imports.undo(id);
    expect(undone.document).toMatchObject({ transactions_removed: 4, transactions_kept: 0 });
    expect(await shownOf(fixture, account)).toEqual([]);
    await eventually(() => {
      const removed = fixture
        .events(TransactionRemovedV1)
        .filter(({ financialAccountId }) => financialAccountId === account);
      expect(removed.flatMap(({ transactions }) => transactions)).toHaveLength(4);
    });
    const again = await imports.import(csvOf(MARCH), account);
    expect(again.document.transactions_added).toBe(4);
    expect(await shownOf(fixture, account)).toEqual(shown(MARCH));
  });

  it('leaves what the user edited since, and what another import has too', async () => {
    const account = await makeAccount();
    const first = await imports.import(csvOf(MARCH), account);
    const second = await imports.import(csvOf([...MARCH.slice(2), ...LATER]), account);
    const [row] = await fixture.rows<{ id: number }>(
      `select min(id)::int as id from transactions where account_id = $1 and document->>'amount' = '-2.50'`,
      [account],
    );
    await fixture.send(
      UpdateTransactions,
      {
        items: [{ transactionId: row?.id ?? 0, fields: { mapped_fields: { payee: 'Mine' } } }],
        mode: 'all_or_none',
      },
      imports.caller,
    );
    const undone = await imports.undo(first.id);
    expect(undone.document).toMatchObject({ transactions_removed: 1, transactions_kept: 3 });
    expect(await shownOf(fixture, account)).toEqual(shown([...MARCH.slice(1), ...LATER]));
    await imports.undo(second.id);
    expect(await shownOf(fixture, account)).toEqual(['2026-03-02 -2.50']);
  });
});

describe('imports', () => {
  it('of another user are not there, and neither are their accounts', async () => {
    const mine = await imports.preview(csvOf(MARCH), 'bank.csv', await makeAccount());
    const other = ownerOf((user += 1));
    const foreign = await makeAccount(other);
    const importId = mine.id;
    const missing = { detail: { kind: 'not_found' } };
    for (const contract of [ShowFileImport, ApplyFileImport, UndoFileImport, DiscardFileImport]) {
      await expect(fixture.send(contract, { importId }, other)).rejects.toMatchObject(missing);
    }
    const piece = { importId, index: 0, piece: 'AAAA' };
    await expect(fixture.send(StoreFilePiece, piece, other)).rejects.toMatchObject(missing);
    expect(await fixture.send(ListFileImports, { page: 1, size: 10 }, other)).toEqual({
      imports: [],
      total: 0,
    });
    await expect(imports.begin('a.csv', foreign)).rejects.toMatchObject({ detail: { kind: 'invalid' } });
    const accounts = [
      { key: mine.document.accounts[0]?.key ?? '', financialAccountId: foreign, newAccount: null },
    ];
    await expect(
      fixture.send(ChangeFileImport, { importId, accounts }, imports.caller),
    ).rejects.toMatchObject({ detail: { kind: 'invalid' } });
  });

  it('are limited: five open ones, and the bytes of a file', async () => {
    for (let count = 0; count < 5; count += 1) await imports.begin('a.csv', null);
    await expect(imports.begin('a.csv', null)).rejects.toMatchObject({ detail: { kind: 'conflict' } });
    const { imports: open } = await fixture.send(ListFileImports, { page: 1, size: 10 }, imports.caller);
    const importId = open[0]?.id ?? 0;
    await fixture.rows('update file_imports set file_bytes = $2 where id = $1', [importId, FILE_BYTES_MAX]);
    await expect(
      fixture.send(StoreFilePiece, { importId, index: 0, piece: 'AAAA' }, imports.caller),
    ).rejects.toMatchObject({ detail: { kind: 'conflict' } });
    await fixture.send(DiscardFileImport, { importId }, imports.caller);
    await expect(imports.begin('a.csv', null)).resolves.toMatchObject({ id: expect.any(Number) as number });
  });

  it('that were broken off half-way are erased, with their pieces', async () => {
    const { id } = await imports.begin('a.csv', null);
    await imports.store(id, Buffer.from(csvOf(MARCH)));
    await fixture.rows(`update file_imports set updated_at = now() - interval '1 hour' where id = $1`, [id]);
    await fixture.rows(`update jobs set due_at = now() where kind = 'file-expiries' and key = $1`, [
      String(id),
    ]);
    await eventually(async () => {
      expect(await fixture.rows('select 1 from file_imports where id = $1', [id])).toEqual([]);
      expect(await fixture.rows('select 1 from file_import_pieces where import_id = $1', [id])).toEqual([]);
    });
  });

  it('keep their files sealed', async () => {
    const { id } = await imports.begin('a.csv', null);
    await imports.store(id, Buffer.from(csvOf(MARCH)));
    const pieces = await fixture.rows<{ piece_sealed: string }>(
      'select piece_sealed from file_import_pieces where import_id = $1',
      [id],
    );
    expect(pieces).toHaveLength(1);
    expect(Buffer.from(pieces[0]?.piece_sealed ?? '', 'base64').toString()).not.toContain('Kahvila');
    expect(pieces[0]?.piece_sealed).toMatch(/^v1\./);
  });
});
