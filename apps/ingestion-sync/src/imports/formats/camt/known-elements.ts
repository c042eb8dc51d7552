/** A known element: its position in the document, and whether its text is used. */
export interface KnownElement {
  readonly path: string;
  readonly children: Map<string, KnownElement>;
  leaf: boolean;
}

const CODE = ['BkTxCd/Domn/Cd', 'BkTxCd/Domn/Fmly/Cd', 'BkTxCd/Domn/Fmly/SubFmlyCd', 'BkTxCd/Prtry/Cd'];

/** Since version 8 parties are nested in `Pty`. */
const PARTIES = ['Dbtr', 'Cdtr', 'UltmtDbtr', 'UltmtCdtr'].flatMap((party) => [
  `RltdPties/${party}/Nm`,
  `RltdPties/${party}/Pty/Nm`,
]);
const CREDITOR_IDS = ['Cdtr', 'Cdtr/Pty'].map((party) => `RltdPties/${party}/Id/PrvtId/Othr/Id`);
const ACCOUNTS = ['DbtrAcct', 'CdtrAcct'].flatMap((account) => [
  `RltdPties/${account}/Id/IBAN`,
  `RltdPties/${account}/Id/Othr/Id`,
]);
const AGENTS = ['DbtrAgt', 'CdtrAgt'].flatMap((agent) => [
  `RltdAgts/${agent}/FinInstnId/BIC`,
  `RltdAgts/${agent}/FinInstnId/BICFI`,
  `RltdAgts/${agent}/FinInstnId/Nm`,
]);
const EXCHANGE = ['SrcCcy', 'TrgtCcy', 'UnitCcy', 'XchgRate', 'CtrctId'].flatMap((element) => [
  `AmtDtls/InstdAmt/CcyXchg/${element}`,
  `AmtDtls/TxAmt/CcyXchg/${element}`,
  `AmtDtls/CntrValAmt/CcyXchg/${element}`,
]);

const DETAIL = [
  'Refs/AcctSvcrRef',
  'Refs/EndToEndId',
  'Refs/MndtId',
  'Refs/TxId',
  'Refs/InstrId',
  'Refs/ChqNb',
  'Amt',
  'CdtDbtInd',
  'AmtDtls/TxAmt/Amt',
  'AmtDtls/InstdAmt/Amt',
  ...EXCHANGE,
  ...CODE,
  ...PARTIES,
  ...CREDITOR_IDS,
  ...ACCOUNTS,
  ...AGENTS,
  'Purp/Cd',
  'RmtInf/Ustrd',
  'RmtInf/Strd/CdtrRefInf/Ref',
  'RmtInf/Strd/AddtlRmtInf',
  'RmtInf/Strd/RfrdDocInf/Nb',
  'RltdDts/TxDtTm',
  'RltdDts/AccptncDtTm',
  'RtrInf/Rsn/Cd',
  'RtrInf/Rsn/Prtry',
  'RtrInf/AddtlInf',
  'AddtlTxInf',
];

const ENTRY = [
  'NtryRef',
  'Amt',
  'CdtDbtInd',
  'RvslInd',
  'Sts',
  'Sts/Cd',
  'BookgDt/Dt',
  'BookgDt/DtTm',
  'ValDt/Dt',
  'ValDt/DtTm',
  'AcctSvcrRef',
  ...CODE,
  ...EXCHANGE,
  'AmtDtls/InstdAmt/Amt',
  'AddtlNtryInf',
  ...DETAIL.map((element) => `NtryDtls/TxDtls/${element}`),
];

const BALANCE = ['Tp/CdOrPrtry/Cd', 'Amt', 'CdtDbtInd', 'Dt/Dt', 'Dt/DtTm'];

const STATEMENT = [
  'Id',
  'ElctrncSeqNb',
  'LglSeqNb',
  'Acct/Id/IBAN',
  'Acct/Id/Othr/Id',
  'Acct/Ccy',
  'Acct/Nm',
  'Acct/Svcr/FinInstnId/BIC',
  'Acct/Svcr/FinInstnId/BICFI',
  'Acct/Svcr/FinInstnId/ClrSysMmbId/MmbId',
  ...BALANCE.map((element) => `Bal/${element}`),
  ...ENTRY.map((element) => `Ntry/${element}`),
];

const BODIES = ['BkToCstmrStmt/Stmt', 'BkToCstmrAcctRpt/Rpt'];

/** The known elements of camt.053 and camt.052, versions 1 to 8; all others are ignored. */
export const DOCUMENT: KnownElement = treeOf(
  BODIES.flatMap((body) => STATEMENT.map((element) => `Document/${body}/${element}`)),
);

function treeOf(paths: readonly string[]): KnownElement {
  const root: KnownElement = { path: '', children: new Map(), leaf: false };
  for (const path of paths) {
    let element = root;
    for (const name of path.split('/')) {
      const known = element.children.get(name);
      const child = known ?? { path: within(element.path, name), children: new Map(), leaf: false };
      element.children.set(name, child);
      element = child;
    }
    element.leaf = true;
  }
  return root;
}

/**
 * Returns the path of a child; paths start again within an account, a balance, an entry and a transaction of a batch.
 */
function within(path: string, name: string): string {
  const begins = ['Stmt', 'Rpt', 'Acct', 'Bal', 'Ntry', 'TxDtls'];
  const last = path.split('/').at(-1) ?? '';
  return begins.includes(last) || path === '' ? name : `${path}/${name}`;
}
