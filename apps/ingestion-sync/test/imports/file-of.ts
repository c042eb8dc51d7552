import { isOutflow } from '@tributary/money';
import {
  ApplyFileImport,
  BeginFileImport,
  Caller,
  EndFileUpload,
  FileImport,
  ListFileImportEntries,
  ShowFileImport,
  StoreFilePiece,
  UndoFileImport,
} from '@tributary/contracts';
import { eventually } from '@tributary/testing';
import { CALLER, IngestionFixture } from '../ingestion.fixture';

export const FILE_IBAN = 'DE89370400440532013000';

export type Line = readonly [day: string, amount: string, text: string, currency?: string];

/** Returns a bank's CSV file. */
export function csvOf(lines: readonly Line[]): string {
  const rows = lines.map(([day, amount, text, currency = 'EUR']) => `${day};${text};${amount};${currency}`);
  return ['Booking date;Payee;Amount;Currency', ...rows, ''].join('\r\n');
}

/** Returns an OFX file with the given ids of the bank, or none. */
export function ofxOf(lines: readonly Line[], account = '0532013000'): string {
  const entries = lines.map(
    ([day, amount, text], index) =>
      `<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>${day.replaceAll('-', '')}<TRNAMT>${amount}` +
      `<FITID>${day}-${amount}-${index}<NAME>${text}</STMTTRN>`,
  );
  return [
    'OFXHEADER:100\r\nDATA:OFXSGML\r\nVERSION:102\r\nENCODING:USASCII\r\nCHARSET:1252\r\n\r\n',
    '<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>EUR',
    `<BANKACCTFROM><BANKID>37040044<ACCTID>${account}<ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST>`,
    ...entries,
    '</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>\r\n',
  ].join('\r\n');
}

/** Returns a CAMT.053 file, which identifies the account by its IBAN. */
export function camtOf(lines: readonly Line[], iban = FILE_IBAN): string {
  const entries = lines.map(([day, amount, text, currency = 'EUR']) => {
    const isOut = isOutflow(amount);
    const party = isOut ? 'Cdtr' : 'Dbtr';
    return (
      `<Ntry><Amt Ccy="${currency}">${amount.replace('-', '')}</Amt><CdtDbtInd>${isOut ? 'DBIT' : 'CRDT'}</CdtDbtInd>` +
      `<Sts>BOOK</Sts><BookgDt><Dt>${day}</Dt></BookgDt><NtryDtls><TxDtls><RltdPties><${party}>` +
      `<Nm>${text}</Nm></${party}></RltdPties></TxDtls></NtryDtls></Ntry>`
    );
  });
  return (
    '<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02">' +
    `<BkToCstmrStmt><Stmt><Acct><Id><IBAN>${iban}</IBAN></Id></Acct>${entries.join('')}</Stmt></BkToCstmrStmt></Document>`
  );
}

/** Imports of one user, requested as the gateway does. */
export class FileImports {
  constructor(
    private readonly fixture: IngestionFixture,
    readonly caller: Caller = CALLER,
  ) {}

  async upload(text: string | Buffer, fileName = 'bank.csv', financialAccountId: number | null = null) {
    const { id } = await this.begin(fileName, financialAccountId);
    const bytes = Buffer.from(text);
    const pieces = await this.store(id, bytes);
    await this.fixture.send(EndFileUpload, { importId: id, pieces }, this.caller);
    return id;
  }

  begin(fileName: string, financialAccountId: number | null) {
    return this.fixture.send(BeginFileImport, { fileName, financialAccountId }, this.caller);
  }

  async store(id: number, bytes: Buffer, size = 100_000): Promise<number> {
    let index = 0;
    for (let at = 0; at < bytes.length; at += size, index += 1) {
      const piece = bytes.subarray(at, at + size).toString('base64');
      await this.fixture.send(StoreFilePiece, { importId: id, index, piece }, this.caller);
    }
    return index;
  }

  /** Uploads a file and waits for the preview. */
  async preview(text: string | Buffer, fileName?: string, accountId?: number | null): Promise<FileImport> {
    return this.until(await this.upload(text, fileName, accountId), 'READY');
  }

  /** Uploads a file for the account, and stores its new rows. */
  async import(text: string | Buffer, accountId: number | null, fileName?: string): Promise<FileImport> {
    const { id } = await this.preview(text, fileName, accountId);
    return this.apply(id);
  }

  async apply(id: number): Promise<FileImport> {
    await this.fixture.send(ApplyFileImport, { importId: id }, this.caller);
    return this.until(id, 'APPLIED');
  }

  async undo(id: number): Promise<FileImport> {
    await this.fixture.send(UndoFileImport, { importId: id }, this.caller);
    return this.until(id, 'UNDONE');
  }

  show(importId: number): Promise<FileImport> {
    return this.fixture.send(ShowFileImport, { importId }, this.caller);
  }

  entries(importId: number, ...kinds: ('new' | 'known' | 'unreadable')[]) {
    return this.fixture.send(ListFileImportEntries, { importId, kinds, page: 1, size: 100 }, this.caller);
  }

  until(id: number, status: FileImport['document']['status']): Promise<FileImport> {
    return eventually(async () => {
      const shown = await this.show(id);
      expect([shown.document.status, shown.document.error]).toEqual([status, null]);
      return shown;
    });
  }
}

/** Returns the shown rows of an account, by day. */
export async function shownOf(fixture: IngestionFixture, accountId: number): Promise<string[]> {
  const rows = await fixture.rows<{ text: string }>(
    `select day || ' ' || (document->>'amount') as text from transactions
      where account_id = $1 and state = 'LIVE' order by day, document->>'amount', id`,
    [accountId],
  );
  return rows.map(({ text }) => text);
}
