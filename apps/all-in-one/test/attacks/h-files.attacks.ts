import { eventually } from '@tributary/testing';
import type { AttackedSystem, AttackedUser } from './attacked-system';

/** Section H of docs/explanation/security.md: what files let others read, write and do. */
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
