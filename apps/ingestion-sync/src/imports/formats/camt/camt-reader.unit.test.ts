import { readFile, short } from '../../../../test/imports/reading';

const ACCOUNT =
  '<Acct><Id><IBAN>DE89370400440532013000</IBAN></Id><Ccy>EUR</Ccy><Nm>Giro</Nm><Svcr><FinInstnId><BIC>COBADEFF</BIC></FinInstnId></Svcr></Acct>';
const camt = (entries: string, version = '02'): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt><GrpHdr><MsgId>1</MsgId></GrpHdr><Stmt><Id>1</Id>${ACCOUNT}
<Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">10</Amt><CdtDbtInd>DBIT</CdtDbtInd><Dt><Dt>2026-01-01</Dt></Dt></Bal>
<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">20.5</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><DtTm>2026-01-31T10:00:00</DtTm></Dt></Bal>
${entries}
</Stmt></BkToCstmrStmt></Document>`;
const entry = (
  details = '',
  { amount = '12.5', direction = 'DBIT', status = 'BOOK', more = '' } = {},
): string =>
  `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd>${more}<Sts>${status}</Sts><BookgDt><Dt>2026-01-15</Dt></BookgDt><ValDt><Dt>2026-01-16</Dt></ValDt><AcctSvcrRef>REF</AcctSvcrRef><BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>ICDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn></BkTxCd>${details}</Ntry>`;
const detail = (amount: string): string =>
  `<TxDtls><Refs><EndToEndId>E${amount}</EndToEndId></Refs><AmtDtls><TxAmt><Amt Ccy="EUR">${amount}</Amt></TxAmt></AmtDtls></TxDtls>`;

describe('camt.053', () => {
  it('reads account, balances and an entry with its parties', async () => {
    const file = await readFile(
      camt(
        entry(`<NtryDtls><TxDtls><Refs><EndToEndId>E2E</EndToEndId><MndtId>M1</MndtId></Refs><RltdPties><Cdtr><Nm>M&amp;M</Nm></Cdtr><CdtrAcct><Id><IBAN>DE02120300000000202051</IBAN></Id></CdtrAcct></RltdPties>
        <RltdAgts><CdtrAgt><FinInstnId><BIC>BYLADEM1</BIC></FinInstnId></CdtrAgt></RltdAgts><RmtInf><Ustrd>one</Ustrd><Ustrd>two</Ustrd></RmtInf></TxDtls></NtryDtls><AddtlNtryInf>Transfer</AddtlNtryInf>`),
      ),
    );
    expect(file.accounts).toEqual([
      {
        key: 'DE89370400440532013000 EUR',
        iban: 'DE89370400440532013000',
        number: null,
        bank: 'COBADEFF',
        name: 'Giro',
        currency: 'EUR',
      },
    ]);
    expect(file.balances.map(({ kind, amount, date }) => [kind, amount, date])).toEqual([
      ['OPENING', '-10.00', '2026-01-01'],
      ['CLOSING', '20.50', '2026-01-31'],
    ]);
    expect(short(file)).toEqual(['2026-01-15 -12.50 EUR']);
    expect(file.entries[0]).toMatchObject({
      bankId: 'REF',
      booked: true,
      line: 5,
      document: {
        value_date: '2026-01-16',
        creditor: { name: 'M&M', iban: 'DE02120300000000202051', agent: 'BYLADEM1' },
        remittance_information: { unstructured: 'one\ntwo' },
        additional_information: 'Transfer',
        codes: { bank_transaction_code: 'PMNT-ICDT-ESCT' },
        external_identifiers: { end_to_end_id: 'E2E', mandate_id: 'M1' },
      },
    });
  });

  it('reads version 8, and elements by their local names', async () => {
    const text = camt(
      `<Ntry><Amt Ccy="EUR">1</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>PDNG</Cd></Sts><ValDt><Dt>2026-01-16</Dt></ValDt><NtryDtls><TxDtls><RltdPties><Dbtr><Pty><Nm>Payer</Nm></Pty></Dbtr></RltdPties></TxDtls></NtryDtls></Ntry>`,
      '08',
    )
      .replaceAll(/<(\/?)(?=[A-Z])/g, '<$1n:')
      .replace('xmlns=', 'xmlns:n=');
    const [read] = (await readFile(text)).entries;
    expect(read).toMatchObject({
      booked: false,
      bankId: null,
      document: { amount: '1.00', booking_date: null, value_date: '2026-01-16', debtor: { name: 'Payer' } },
    });
  });

  it('reads a batch transaction by transaction where they add up to it, and as one where they do not', async () => {
    const batch = (...amounts: string[]): string =>
      entry(`<NtryDtls>${amounts.map(detail).join('')}</NtryDtls>`);
    const file = await readFile(camt(batch('10', '2.50') + batch('10', '2.51')));
    expect(short(file)).toEqual(['2026-01-15 -10.00 EUR', '2026-01-15 -2.50 EUR', '2026-01-15 -12.50 EUR']);
    expect(file.entries.map(({ bankId }) => bankId)).toEqual(['REF/1', 'REF/2', 'REF']);
    expect(file.entries.map(({ document }) => document.external_identifiers?.end_to_end_id)).toEqual([
      'E10',
      'E2.50',
      undefined,
    ]);
  });

  it('names the other side of a payment that came back as who pays now', async () => {
    const parties =
      '<NtryDtls><TxDtls><RltdPties><Dbtr><Nm>Me</Nm></Dbtr><Cdtr><Nm>Shop</Nm></Cdtr></RltdPties></TxDtls></NtryDtls>';
    const file = await readFile(camt(entry(parties, { direction: 'CRDT', more: '<RvslInd>true</RvslInd>' })));
    expect(file.entries[0]?.document).toMatchObject({
      amount: '12.50',
      debtor: { name: 'Shop' },
      creditor: { name: 'Me' },
    });
  });

  it.each([
    ['INFO', 'The entry is for information only.'],
    ['FUTR', 'The entry is expected, and not booked yet.'],
  ])('leaves out entries of the status %s, and says so', async (status, reason) => {
    const file = await readFile(camt(`${entry('', { status })}\n${entry()}`));
    expect(file.entries).toHaveLength(1);
    expect(file.leftOut).toEqual([{ line: 5, reason }]);
    expect(file.unreadable).toEqual([]);
  });

  it('leaves out a notice, which has no amount, no reference and no party', async () => {
    const notice = entry('', { amount: '0.00' }).replace('<AcctSvcrRef>REF</AcctSvcrRef>', '');
    const file = await readFile(camt(`${notice}\n${entry('', { amount: '0.00' })}`));
    expect(file.entries).toHaveLength(1);
    expect(file.leftOut).toEqual([{ line: 5, reason: 'The amount is zero: it is a notice.' }]);
  });

  it('sets entries apart that cannot be read', async () => {
    const file = await readFile(
      camt(
        `${entry('', { status: 'ODD' })}\n${entry('', { amount: 'x' })}\n${entry('', { direction: '' })}\n${entry()}`,
      ),
    );
    expect(file.entries).toHaveLength(1);
    expect(file.unreadable).toEqual([
      { line: 5, reason: 'The entry is neither booked nor pending.' },
      { line: 6, reason: 'The amount is not a number.' },
      { line: 7, reason: 'The entry does not say whether the amount came in or went out.' },
    ]);
  });

  it.each([
    [
      'document types',
      camt(entry()).replace('<Document', '<!DOCTYPE x [<!ENTITY a "a"><!ENTITY b "&a;&a;">]><Document'),
      /declares entities/,
    ],
    [
      'entities that are not declared',
      camt(entry('<AddtlNtryInf>&bomb;</AddtlNtryInf>')),
      /not well-formed XML/,
    ],
    ['a file that ends early', camt(entry()).slice(0, 900), /not well-formed XML/],
    ['elements within each other without end', camt('<a>'.repeat(100_000)), /nested too deeply/],
    ['an attribute without end', camt(`<Ntry x="${'a'.repeat(1_000_000)}"/>`), /too long|not well-formed/],
    [
      'a thousand attributes',
      camt(`<Ntry ${Array.from({ length: 1_000 }, (_, n) => `a${n}="1"`).join(' ')}/>`),
      /too many attributes/,
    ],
    ['NUL bytes', camt(entry('<AddtlNtryInf>\u0000</AddtlNtryInf>')), /not well-formed XML/],
  ])('refuses %s', async (_, text, reason) => {
    await expect(readFile(text)).rejects.toThrow(reason);
  });

  it.each([
    ['camt.054', 'BkToCstmrDbtCdtNtfctn', /CAMT\.054 notification.*import that file/],
    ['version 1', 'BkToCstmrStmtV01', /CAMT in version 1.*version 2 or later/],
  ])('names %s, and says which file to import instead', async (_, root, reason) => {
    const text = camt(entry()).replaceAll('BkToCstmrStmt', root);
    await expect(readFile(text)).rejects.toThrow(reason);
  });

  it('reads a text that is longer than a field as an entry that cannot be read', async () => {
    const file = await readFile(camt(entry(`<AddtlNtryInf>${'a'.repeat(100_000)}</AddtlNtryInf>`) + entry()));
    expect(file.entries).toHaveLength(1);
    expect(file.unreadable.map(({ reason }) => reason)).toEqual(['A field is too long.']);
  });

  it('keeps all names and purposes of a batch that cannot be divided', async () => {
    const one = (name: string, purpose: string, amount = ''): string =>
      `<TxDtls>${amount}<RltdPties><Cdtr><Nm>${name}</Nm></Cdtr></RltdPties><RmtInf><Ustrd>${purpose}</Ustrd></RmtInf></TxDtls>`;
    const file = await readFile(
      camt(
        entry(
          `<NtryDtls>${one('Staff A', 'Salary A')}${one('Staff B', 'Salary B', '<Amt Ccy="EUR">7.50</Amt>')}</NtryDtls>`,
        ),
      ),
    );
    expect(file.entries).toHaveLength(1);
    expect(file.entries[0]?.document).toMatchObject({
      amount: '-12.50',
      creditor: { name: 'Staff A, Staff B' },
      remittance_information: { unstructured: 'Staff A: Salary A\nStaff B: Salary B (7.50 EUR)' },
    });
  });

  it('counts the payments of a batch that are too many to be listed', async () => {
    const one = '<TxDtls><RmtInf><Ustrd>a payment of a large batch</Ustrd></RmtInf></TxDtls>';
    const file = await readFile(camt(entry(`<NtryDtls>${one.repeat(5_100)}</NtryDtls>`)));
    expect(file.entries).toHaveLength(1);
    const lines = file.entries[0]?.document.remittance_information?.unstructured?.split('\n') ?? [];
    expect(lines.at(-1)).toBe(`and ${5_100 - lines.length + 1} more payments`);
  });

  it('names the ultimate party where there is no other', async () => {
    const ultimate = (more: string): string =>
      `<NtryDtls><TxDtls><RltdPties>${more}<UltmtCdtr><Pty><Nm>Real Payee</Nm></Pty></UltmtCdtr></RltdPties></TxDtls></NtryDtls>`;
    const file = await readFile(
      camt(entry(ultimate('')) + entry(ultimate('<Cdtr><Pty><Nm>Agency</Nm></Pty></Cdtr>'))),
    );
    expect(file.entries.map(({ document }) => [document.creditor?.name, document.ultimate_creditor])).toEqual(
      [
        ['Real Payee', 'Real Payee'],
        ['Agency', 'Real Payee'],
      ],
    );
  });

  it('keeps what stands beside a free purpose, and why a payment came back', async () => {
    const file = await readFile(
      camt(
        entry(
          '<NtryDtls><TxDtls><RmtInf><Ustrd>free</Ustrd><Strd><RfrdDocInf><Nb>INV-7</Nb></RfrdDocInf><CdtrRefInf><Ref>RF18</Ref></CdtrRefInf><AddtlRmtInf>more</AddtlRmtInf></Strd></RmtInf><RtrInf><AddtlInf>Account closed</AddtlInf></RtrInf></TxDtls></NtryDtls>',
        ),
      ),
    );
    expect(file.entries[0]?.document).toMatchObject({
      remittance_information: { structured: 'RF18', unstructured: 'free\nmore\nINV-7' },
      additional_information: 'Account closed',
    });
  });

  it('stores the day of the purchase beside those of booking and value', async () => {
    const file = await readFile(
      camt(
        entry(
          '<NtryDtls><TxDtls><RltdDts><TxDtTm>2026-01-13T19:00:00</TxDtTm></RltdDts></TxDtls></NtryDtls>',
        ),
      ),
    );
    expect(file.entries[0]?.document).toMatchObject({
      booking_date: '2026-01-15',
      value_date: '2026-01-16',
      additional_data_structured: '{"purchase_date":"2026-01-13"}',
    });
  });

  it('does not take the value date for a day of booking that does not exist', async () => {
    const file = await readFile(camt(entry().replace('2026-01-15', '2026-02-31') + '\n' + entry()));
    expect(file.entries).toHaveLength(1);
    expect(file.unreadable).toEqual([{ line: 5, reason: 'The date is not a day that exists.' }]);
  });

  it('keeps accounts of one IBAN in two currencies apart, also where only amounts name them', async () => {
    const whole = camt(entry());
    const euro = /<Stmt>[^]*<\/Stmt>/.exec(whole)?.[0] ?? '';
    const dollar = euro.replace('<Ccy>EUR</Ccy>', '').replaceAll('Ccy="EUR"', 'Ccy="USD"');
    const file = await readFile(whole.replace(euro, `${euro}${dollar}${euro}`));
    expect(file.accounts.map(({ key, currency }) => [key, currency])).toEqual([
      ['DE89370400440532013000 EUR', 'EUR'],
      ['DE89370400440532013000 USD', 'USD'],
    ]);
    expect(file.entries.map(({ accountKey }) => accountKey.slice(-3))).toEqual(['EUR', 'USD', 'EUR']);
  });

  it.each([
    [
      'the opening one before that of the statement before',
      ['PRCD', 'OPBD', 'CLBD'],
      ['OPENING 2', 'CLOSING 3'],
    ],
    ['that of the statement before where there is no other', ['PRCD', 'CLBD'], ['OPENING 1', 'CLOSING 2']],
    ['interim ones of a page', ['ITBD', 'ITBD'], ['OPENING 1', 'CLOSING 2']],
    ['the only interim one as the last', ['ITBD'], ['CLOSING 1']],
    [
      'what is available, and no forecast',
      ['OPBD', 'CLBD', 'CLAV', 'FWAV'],
      ['OPENING 1', 'CLOSING 2', 'AVAILABLE 3'],
    ],
  ])('takes of several balances %s', async (_, codes, expected) => {
    const balances = codes.map(
      (code, index) =>
        `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${index + 1}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-01-31</Dt></Dt></Bal>`,
    );
    const text = camt(entry()).replace(/<Bal>[^]*<\/Bal>/, balances.join(''));
    const file = await readFile(text.replace('<Id>1</Id>', '<Id>1</Id><ElctrncSeqNb>31</ElctrncSeqNb>'));
    expect(file.balances.map(({ kind, amount }) => `${kind} ${amount.replace('.00', '')}`)).toEqual(expected);
    expect(file.balances.map(({ statement }) => statement)).toEqual(expected.map(() => '31'));
    expect(file.entries[0]?.statement).toBe('31');
  });
});
