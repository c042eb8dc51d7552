import { StatementFormat } from '../../src/imports/formats/statement';

/** A file of each format with some entries, for tests that cut, damage or repeat it. */
export const SAMPLE_FILES: Readonly<Record<StatementFormat, (entries: number) => string>> = {
  OFX: (entries) =>
    `OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\nENCODING:UTF-8\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>EUR<BANKACCTFROM><BANKID>1<ACCTID>2<ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST>\n${times(
      entries,
      (n) =>
        `<STMTTRN>\n<TRNTYPE>DEBIT\n<DTPOSTED>${compact(n)}120000\n<TRNAMT>${amount(n, '.')}\n<FITID>F${n}\n<NAME>Käse &amp; Wein ${n}\n<MEMO>Purchase ${n}\n</STMTTRN>\n`,
    )}</BANKTRANLIST><LEDGERBAL><BALAMT>1.00<DTASOF>20260131</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>\n`,
  CAMT053: (entries) =>
    `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt><Acct><Id><IBAN>DE89370400440532013000</IBAN></Id><Ccy>EUR</Ccy></Acct>\n${times(
      entries,
      (n) =>
        `<Ntry><Amt Ccy="EUR">${amount(n, '.').replace('-', '')}</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>${day(n)}</Dt></BookgDt><AcctSvcrRef>R${n}</AcctSvcrRef><NtryDtls><TxDtls><Refs><EndToEndId>E${n}</EndToEndId></Refs><RltdPties><Cdtr><Nm>Käse &amp; Wein ${n}</Nm></Cdtr></RltdPties><RmtInf><Ustrd>Purchase ${n}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>\n`,
    )}</Stmt></BkToCstmrStmt></Document>\n`,
  MT940: (entries) =>
    `:20:STARTUMS\n:25:10020030/1234567\n:28C:1/1\n:60F:C260101EUR1000,00\n${times(
      entries,
      (n) =>
        `:61:${compact(n).slice(2)}D${amount(n, ',').replace('-', '')}NDDTNONREF//B${n}\n:86:105?00LASTSCHRIFT?20EREF+E${n}?21SVWZ+Purchase ${n}?32Käse Wein ${n}\n`,
    )}:62F:C260131EUR1,00\n-\n`,
  QIF: (entries) =>
    `!Type:Bank\n${times(entries, (n) => `D${day(n).slice(5).replace('-', '/')}'${day(n).slice(2, 4)}\nT${amount(n, '.')}\nPKäse ${n}\nMPurchase ${n}\n^\n`)}`,
  CSV: (entries) =>
    `Buchungstag;Empfänger;Verwendungszweck;Betrag;Währung\n${times(entries, (n) => `${day(n).split('-').reverse().join('.')};"Käse ""${n}""";"Purchase\n${n}";${amount(n, ',')};EUR\n`)}`,
};

function times(count: number, text: (n: number) => string): string {
  return Array.from({ length: count }, (_, n) => text(n)).join('');
}

function day(n: number): string {
  return `2026-${String((n % 12) + 1).padStart(2, '0')}-${String((n % 28) + 1).padStart(2, '0')}`;
}

function compact(n: number): string {
  return day(n).replaceAll('-', '');
}

function amount(n: number, mark: string): string {
  return `-${(n % 9_000) + 1}${mark}${String(n % 100).padStart(2, '0')}`;
}
