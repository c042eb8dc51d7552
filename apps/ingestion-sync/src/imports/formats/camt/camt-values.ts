import { currencyOf, unlessEmpty } from '../../../providers/mapping/json-fields';
import { dayOf } from '../values/days';
import { fieldText, joined } from '../fields';
import { STATEMENT_LIMITS } from '../limits';
import { StatementEntry } from '../statement';
import { EntryUnreadable } from '../statement-problem';

type Document = StatementEntry['document'];

/** The texts of one account, balance, entry or transaction, by their relative paths. */
export class CamtValues {
  private readonly texts = new Map<string, string[]>();
  private readonly currencies = new Map<string, string>();
  chars = 0;

  constructor(readonly line: number) {}

  add(path: string, text: string, currency: string | undefined): void {
    this.chars += text.length;
    if (this.chars > STATEMENT_LIMITS.entryChars) return;
    const texts = this.texts.get(path);
    if (texts === undefined) this.texts.set(path, [text.trim()]);
    else texts.push(text.trim());
    if (currency !== undefined && !this.currencies.has(path)) this.currencies.set(path, currency);
  }

  /** Returns the text of the first of these elements that is not empty. */
  text(path: string, otherwise?: string): string | undefined {
    const text = this.texts.get(path)?.[0];
    return text === undefined && otherwise !== undefined ? this.texts.get(otherwise)?.[0] : text;
  }

  first(paths: readonly string[]): string | undefined {
    for (const path of paths) {
      const text = this.texts.get(path)?.[0];
      if (text !== undefined) return text;
    }
    return undefined;
  }

  all(path: string): readonly string[] {
    return this.texts.get(path) ?? [];
  }

  currency(path: string): string | undefined {
    return currencyOf(this.currencies.get(path));
  }

  /**
   * Checks the size of the texts.
   * @throws EntryUnreadable
   */
  mustFit(): void {
    if (this.chars > STATEMENT_LIMITS.entryChars) throw new EntryUnreadable('The entry is too long.');
  }
}

/** Returns the paths of a party and its account. They are computed once, because an entry looks up forty. */
function partyPaths(party: 'Dbtr' | 'Cdtr') {
  const agent = `RltdAgts/${party}Agt/FinInstnId`;
  return {
    name: [`RltdPties/${party}/Nm`, `RltdPties/${party}/Pty/Nm`],
    iban: [`RltdPties/${party}Acct/Id/IBAN`],
    bban: [`RltdPties/${party}Acct/Id/Othr/Id`],
    agent: [`${agent}/BICFI`, `${agent}/BIC`, `${agent}/Nm`],
    ultimate: [`RltdPties/Ultmt${party}/Nm`, `RltdPties/Ultmt${party}/Pty/Nm`],
  };
}

const PARTIES = { Dbtr: partyPaths('Dbtr'), Cdtr: partyPaths('Cdtr') };
const CREDITOR_ID = ['RltdPties/Cdtr/Id/PrvtId/Othr/Id', 'RltdPties/Cdtr/Pty/Id/PrvtId/Othr/Id'];

/**
 * Returns the parties. A returned payment has the parties of the original one, so the original payee is now the payer.
 */
export function partiesOf(
  detail: CamtValues,
  reversal: boolean,
): Pick<Document, 'creditor' | 'debtor' | 'ultimate_creditor' | 'ultimate_debtor'> {
  const debtor = reversal ? PARTIES.Cdtr : PARTIES.Dbtr;
  const creditor = reversal ? PARTIES.Dbtr : PARTIES.Cdtr;
  return {
    debtor: unlessEmpty(partyOf(detail, debtor)),
    creditor: unlessEmpty({ ...partyOf(detail, creditor), id: fieldText(detail.first(CREDITOR_ID)) }),
    ultimate_debtor: fieldText(detail.first(debtor.ultimate)),
    ultimate_creditor: fieldText(detail.first(creditor.ultimate)),
  };
}

function partyOf(
  detail: CamtValues,
  { name, iban, bban, agent, ultimate }: ReturnType<typeof partyPaths>,
): NonNullable<Document['debtor']> {
  return {
    // If only the ultimate party has a name, it is the one that the user knows.
    name: fieldText(detail.first(name)) ?? fieldText(detail.first(ultimate)),
    iban: fieldText(detail.first(iban)),
    bban: fieldText(detail.first(bban)),
    agent: fieldText(detail.first(agent)),
  };
}

/** Returns all texts of the payer: a structured remittance may contain some beside the unstructured ones. */
export function remittanceLines(detail: CamtValues): readonly string[] {
  const free = detail.all('RmtInf/Ustrd');
  const further = detail.all('RmtInf/Strd/AddtlRmtInf');
  const documents = detail.all('RmtInf/Strd/RfrdDocInf/Nb');
  if (further.length + documents.length === 0) return free;
  return [...free, ...[...further, ...documents].filter((text) => !free.includes(text))];
}

export function remittanceOf(detail: CamtValues): Document['remittance_information'] {
  const free = detail.all('RmtInf/Ustrd');
  const [reference, ...further] = detail.all('RmtInf/Strd/CdtrRefInf/Ref');
  return unlessEmpty({
    structured: fieldText(reference),
    structured_array: further.length > 0 ? arrayOf([reference ?? '', ...further]) : undefined,
    unstructured: joined(remittanceLines(detail)),
    unstructured_array: free.length > 1 ? arrayOf(free) : undefined,
  });
}

function arrayOf(texts: readonly string[]): string {
  return JSON.stringify(texts.map((text) => fieldText(text) ?? ''));
}

/** Returns the bank's additional text, and the reason for a return. */
export function additionalText(detail: CamtValues, entry: CamtValues): string | undefined {
  return joined([
    detail.text('AddtlTxInf'),
    detail.text('RtrInf/Rsn/Prtry'),
    detail.text('RtrInf/AddtlInf'),
    entry.text('AddtlNtryInf'),
  ]);
}

const PURCHASE_DAYS = ['RltdDts/TxDtTm', 'RltdDts/AccptncDtTm'];

/** Returns the day of the purchase if the file states it beside the booking date. */
export function purchaseDay(detail: CamtValues): string | null {
  const text = detail.first(PURCHASE_DAYS);
  return text === undefined ? null : dayOf(text, 'YMD');
}

const DOMAIN = ['BkTxCd/Domn/Cd', 'BkTxCd/Domn/Fmly/Cd', 'BkTxCd/Domn/Fmly/SubFmlyCd'];

export function codesOf(entry: CamtValues, detail: CamtValues): Document['codes'] {
  const domain = detail.text('BkTxCd/Domn/Cd') === undefined ? entry : detail;
  return unlessEmpty({
    bank_transaction_code: joined(
      domain.text('BkTxCd/Domn/Cd') === undefined ? [] : DOMAIN.map((path) => domain.text(path)),
      '-',
    ),
    proprietary_bank_transaction_code: fieldText(
      detail.text('BkTxCd/Prtry/Cd') ?? entry.text('BkTxCd/Prtry/Cd'),
    ),
    purpose_code: fieldText(detail.text('Purp/Cd')),
  });
}

const EXCHANGES = ['InstdAmt', 'TxAmt', 'CntrValAmt'].map((amount) => {
  const path = `AmtDtls/${amount}/CcyXchg`;
  return {
    source: `${path}/SrcCcy`,
    rate: `${path}/XchgRate`,
    unit: `${path}/UnitCcy`,
    target: `${path}/TrgtCcy`,
    contract: `${path}/CtrctId`,
  };
});

/** Returns the instructed amount's currency and the exchange rate. */
export function exchangeOf(entry: CamtValues, detail: CamtValues): Document['currency_exchange'] {
  for (const values of [detail, entry]) {
    for (const paths of EXCHANGES) {
      const rate = fieldText(values.text(paths.rate));
      if (rate === undefined) continue;
      return {
        source_currency: currencyOf(values.text(paths.source)),
        exchange_rate: rate,
        unit_currency: currencyOf(values.text(paths.unit)),
        target_currency: currencyOf(values.text(paths.target)),
        contract_identification: fieldText(values.text(paths.contract)),
      };
    }
  }
  return undefined;
}
