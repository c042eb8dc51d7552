import { decimalOf, isoOf, Payment } from './history';

/** A file as a bank would send it. */
export interface Bytes {
  readonly name: string;
  readonly text: string;
}

interface Wishes {
  readonly ids: boolean;
  readonly balances: boolean;
}

type Writer = (payments: readonly Payment[], wishes: Wishes) => Bytes;

export const WRITER_NAMES = ['CSV', 'OFX', 'CAMT', 'MT940', 'QIF'] as const;
export type WriterName = (typeof WRITER_NAMES)[number];

const IBAN = 'DE89370400440532013000';

/** Small writers of every format; each words its texts differently. */
export const WRITERS: Readonly<Record<WriterName, Writer>> = {
  CSV: (payments, { ids, balances }) => {
    const header = ['Booking date', 'Payee', 'Amount', 'Currency'];
    if (ids) header.push('Transaction ID');
    if (balances) header.push('Balance');
    const rows = payments.map((payment) =>
      [
        isoOf(payment.day),
        payment.name,
        decimalOf(payment.cents),
        'EUR',
        ...(ids ? [payment.id] : []),
        ...(balances ? [decimalOf(payment.balance)] : []),
      ].join(';'),
    );
    return { name: 'bank.csv', text: [header.join(';'), ...rows, ''].join('\r\n') };
  },

  OFX: (payments, { ids }) => {
    const entries = payments.map(
      (payment) =>
        `<STMTTRN><TRNTYPE>OTHER<DTPOSTED>${compact(payment.day)}<TRNAMT>${decimalOf(payment.cents)}` +
        `${ids ? `<FITID>${payment.id}` : ''}<NAME>${payment.name.toUpperCase()}</STMTTRN>`,
    );
    const head = 'OFXHEADER:100\r\nDATA:OFXSGML\r\nVERSION:102\r\nENCODING:USASCII\r\nCHARSET:1252\r\n\r\n';
    const text =
      `${head}<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>EUR<BANKACCTFROM><BANKID>37040044<ACCTID>0532013000` +
      `<ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST>\r\n${entries.join('\r\n')}\r\n</BANKTRANLIST></STMTRS></STMTTRNRS>` +
      '</BANKMSGSRSV1></OFX>\r\n';
    return { name: 'bank.ofx', text };
  },

  CAMT: (payments, { ids, balances }) => {
    const entries = payments.map(({ cents, day, id, name }) => {
      const [mark, party] = cents < 0 ? ['DBIT', 'Cdtr'] : ['CRDT', 'Dbtr'];
      return (
        `<Ntry><Amt Ccy="EUR">${decimalOf(Math.abs(cents))}</Amt><CdtDbtInd>${mark}</CdtDbtInd><Sts>BOOK</Sts>` +
        `<BookgDt><Dt>${isoOf(day)}</Dt></BookgDt>${ids ? `<AcctSvcrRef>${id}</AcctSvcrRef>` : ''}<NtryDtls><TxDtls>` +
        `<RltdPties><${party}><Nm>${name}</Nm></${party}></RltdPties></TxDtls></NtryDtls></Ntry>`
      );
    });
    const stated = balances
      ? camtBalance('OPBD', openingOf(payments), 0) + camtBalance('CLBD', closingOf(payments), 1)
      : '';
    const text =
      '<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02">' +
      `<BkToCstmrStmt><Stmt><Acct><Id><IBAN>${IBAN}</IBAN></Id><Ccy>EUR</Ccy></Acct>${stated}${entries.join('')}` +
      '</Stmt></BkToCstmrStmt></Document>';
    return { name: 'bank.xml', text };
  },

  MT940: (payments, { ids, balances }) => {
    const lines = payments.flatMap(({ cents, day, id, name }) => [
      `:61:${compact(day).slice(2)}${compact(day).slice(4)}${cents < 0 ? 'D' : 'C'}` +
        `${decimalOf(Math.abs(cents)).replace('.', ',')}NMSCNONREF${ids ? `//${id}` : ''}`,
      `:86:${name.toUpperCase()}`,
    ]);
    const opening = balances ? [`:60F:${mtBalance(openingOf(payments), payments.at(0)?.day ?? 0)}`] : [];
    const closing = balances ? [`:62F:${mtBalance(closingOf(payments), payments.at(-1)?.day ?? 0)}`] : [];
    const text = [':20:STATEMENT', `:25:${IBAN}`, ':28C:1/1', ...opening, ...lines, ...closing, '-', ''];
    return { name: 'bank.sta', text: text.join('\r\n') };
  },

  QIF: (payments) => {
    const rows = payments.map(({ day, cents, name }) => `D${isoOf(day)}\nT${decimalOf(cents)}\nP${name}\n^`);
    return { name: 'bank.qif', text: `!Type:Bank\n${rows.join('\n')}\n` };
  },
};

function openingOf(payments: readonly Payment[]): number {
  const [first] = payments;
  return first ? first.balance - first.cents : 0;
}

function closingOf(payments: readonly Payment[]): number {
  return payments.at(-1)?.balance ?? 0;
}

function compact(day: number): string {
  return isoOf(day).replaceAll('-', '');
}

function camtBalance(code: string, cents: number, day: number): string {
  return (
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${decimalOf(Math.abs(cents))}</Amt>` +
    `<CdtDbtInd>${cents < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd><Dt><Dt>${isoOf(day)}</Dt></Dt></Bal>`
  );
}

function mtBalance(cents: number, day: number): string {
  const amount = decimalOf(Math.abs(cents)).replace('.', ',');
  return `${cents < 0 ? 'D' : 'C'}${compact(day).slice(2)}EUR${amount}`;
}
