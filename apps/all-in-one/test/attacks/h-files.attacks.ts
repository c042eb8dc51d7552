import { eventually } from '@tributary/testing';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ImportFolder } from '../../src/serve/import-folder/import-folder';
import type { AttackedSystem, AttackedUser } from './attacked-system';

/** Section H of docs/explanation/security.md: reading, writing and executing by files. */
export function abusingFiles(system: () => AttackedSystem): void {
  let owner: AttackedUser;

  beforeAll(async () => {
    owner = await system().user('h-files');
  });

  it('a token without sensitive:read reads no holder’s name in imports and their entries', async () => {
    const id = await upload(owner, CAMT);
    const token = await system().token({ userId: owner.id, scopes: ['accounts:read', 'transactions:read'] });
    const texts: string[] = [];
    for (const path of ['/finance/imports', `/finance/imports/${id}`, `/finance/imports/${id}/entries`]) {
      texts.push(JSON.stringify(await system().data('GET', path, token)));
    }
    expect(texts.join()).toContain('Market Hall');
    expect(texts.join()).not.toContain('HOLDERNAME');
    expect(JSON.stringify(await system().data('GET', `/finance/imports/${id}`, owner.token))).toContain(
      'HOLDERNAME',
    );
  });

  it('links in the import folder let nobody write elsewhere as the service’s user', async () => {
    const [root, home, elsewhere] = ['folder', 'home', 'elsewhere'].map((name) =>
      mkdtempSync(path.join(tmpdir(), `tributary-attacked-${name}-`)),
    ) as [string, string, string];
    const secrets = path.join(elsewhere, 'secrets.json');
    writeFileSync(secrets, 'keys');
    mkdirSync(path.join(root, '17'));
    symlinkSync(elsewhere, path.join(root, '17', 'failed'));
    writeFileSync(path.join(root, '17', 'authorized_keys'), 'no statement');
    symlinkSync(secrets, path.join(root, '.a.xml.import.part'));
    writeFileSync(path.join(root, 'a.xml'), CAMT);
    mkdirSync(path.join(root, 'failed'));
    symlinkSync(path.join(elsewhere, 'note'), path.join(root, 'failed', '.b.ofx.txt'));
    writeFileSync(path.join(root, 'b.ofx'), 'no statement');
    const failures: unknown[] = [];
    const folder = new ImportFolder({
      directory: root,
      home,
      baseUrl: `${system().url}/api/v1`,
      lend: async () => ({ token: owner.token, giveBack: async () => undefined }),
      onFailure: (error) => failures.push(error),
      lookEveryMs: 100,
    });
    await folder.start();
    try {
      await eventually(
        () => {
          expect(failures).not.toEqual([]);
          expect(existsSync(path.join(root, 'failed', 'b.ofx'))).toBe(true);
          expect(existsSync(path.join(root, 'needs-answer', 'a.xml'))).toBe(true);
        },
        { timeoutMs: 60_000 },
      );
    } finally {
      await folder.stop();
    }
    expect(readdirSync(elsewhere)).toEqual(['secrets.json']);
    expect(readFileSync(secrets, 'utf8')).toBe('keys');
    expect(readFileSync(path.join(home, 'notes', '17', 'authorized_keys.txt'), 'utf8')).toContain(
      'failed is a link or a file. Replace it by a folder.',
    );
    for (const one of [root, home, elsewhere]) rmSync(one, { recursive: true, force: true });
  });

  it('an export has no cell that begins as a formula, whichever mark separates the cells', async () => {
    const account = { name: 'Wallet', currency: 'EUR' };
    const { id } = await system().data<{ id: string }>('POST', '/finance/accounts', owner.token, account);
    await system().data('POST', '/finance/transactions', owner.token, {
      financial_account_id: id,
      amount: '-1.00',
      booking_date: '2026-03-02',
      mapped_fields: { payee: 'x;=1+1|@SUM(A1)\t+1' },
    });
    const csv = await eventually(async () => {
      const { body } = await system().rest('GET', '/finance/transactions/export', owner.token);
      expect(String(body['text'])).toContain('SUM');
      return String(body['text']);
    });
    for (const mark of [',', ';', '|', '\t', /\r?\n/]) {
      const amount = /^-\d+\.\d\d$/;
      const cells = csv.split(mark).filter((cell) => !amount.test(cell));
      expect(cells.filter((cell) => /^\s*[=+@-]/.test(cell))).toEqual([]);
    }
  });

  const upload = async ({ token }: AttackedUser, body: string): Promise<string> => {
    const response = await fetch(`${system().url}/api/v1/finance/imports?file_name=march.xml`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
      body,
    });
    const { data } = (await response.json()) as { data: { id: string } };
    await eventually(async () =>
      expect(await system().data('GET', `/finance/imports/${data.id}`, token)).toMatchObject({
        status: 'READY',
      }),
    );
    return data.id;
  };
}

const entryOf = (sign: string, debtor: string, creditor: string) =>
  `<Ntry><Amt Ccy="EUR">5.00</Amt><CdtDbtInd>${sign}</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-03-02</Dt></BookgDt>` +
  `<NtryDtls><TxDtls><RltdPties><Dbtr><Nm>${debtor}</Nm></Dbtr><Cdtr><Nm>${creditor}</Nm></Cdtr></RltdPties></TxDtls></NtryDtls></Ntry>`;

const CAMT =
  '<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt><Id>1</Id>' +
  '<Acct><Id><IBAN>DE89370400440532013000</IBAN></Id><Ccy>EUR</Ccy><Nm>Konto von HOLDERNAME Jana</Nm></Acct>' +
  entryOf('DBIT', 'HOLDERNAME Jana', 'Market Hall') +
  entryOf('CRDT', 'Employer', 'HOLDERNAME Jana') +
  '</Stmt></BkToCstmrStmt></Document>';
