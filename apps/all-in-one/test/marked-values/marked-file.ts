import { FileImportAccount, SENSITIVE_FILE_ACCOUNT_MEMBERS } from '@tributary/contracts';
import { eventually } from '@tributary/testing';
import type { AttackedSystem, AttackedUser } from '../attacks/attacked-system';
import { markOf } from './marks';

/** The elements of a CAMT file for each sensitive member of its account; accounts without an IBAN have a number. */
const GIVEN_AS = {
  iban: 'iban',
  number: null,
  name: 'name',
  suggested_name: 'name',
} as const satisfies Record<keyof typeof SENSITIVE_FILE_ACCOUNT_MEMBERS, keyof FileImportAccount | null>;

/** Returns the marks of a file that its owner must see. */
export function fileMarks(turn: number): string[] {
  const members = Object.values(GIVEN_AS).flatMap((member) => member ?? []);
  return [...new Set(members)].map((member) => markOf(`${turn}.file`, member));
}

/** Uploads a file as the owner, with marks in its account and in the holder of either direction. */
export async function uploadMarked(
  system: AttackedSystem,
  { token }: AttackedUser,
  turn: number,
): Promise<void> {
  const response = await fetch(`${system.url}/api/v1/finance/imports?file_name=marked.xml`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
    body: camtOf(turn),
  });
  const { data } = (await response.json()) as { data: { id: string } };
  await eventually(
    async () => {
      const shown = await system.data('GET', `/finance/imports/${data.id}`, token);
      expect(shown).toMatchObject({ status: 'READY', entries_new: '2' });
    },
    { timeoutMs: 60_000 },
  );
}

function camtOf(turn: number): string {
  const mark = (path: string) => markOf(`${turn}.file`, path);
  const account = `<Acct><Id><IBAN>${mark('iban')}</IBAN></Id><Ccy>EUR</Ccy><Nm>${mark('name')}</Nm></Acct>`;
  const entries = [
    entryOf('DBIT', { debtor: mark('debtor.name'), creditor: 'Market Hall' }),
    entryOf('CRDT', { debtor: 'Employer', creditor: mark('creditor.name') }),
  ];
  return (
    '<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt>' +
    `<GrpHdr><MsgId>m</MsgId></GrpHdr><Stmt><Id>1</Id>${account}${entries.join('')}</Stmt></BkToCstmrStmt></Document>`
  );
}

function entryOf(
  sign: string,
  { debtor, creditor }: { readonly debtor: string; readonly creditor: string },
): string {
  const parties = `<Dbtr><Nm>${debtor}</Nm></Dbtr><Cdtr><Nm>${creditor}</Nm></Cdtr>`;
  return (
    `<Ntry><Amt Ccy="EUR">5.00</Amt><CdtDbtInd>${sign}</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-03-02</Dt></BookgDt>` +
    `<NtryDtls><TxDtls><RltdPties>${parties}</RltdPties></TxDtls></NtryDtls></Ntry>`
  );
}
