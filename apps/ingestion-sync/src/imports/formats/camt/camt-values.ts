import { currencyOf, unlessEmpty } from '../../../providers/json-fields';
import { fieldText, joined } from '../fields';
import { STATEMENT_LIMITS } from '../limits';
import { StatementEntry } from '../statement';
import { EntryUnreadable } from '../statement-problem';

type Document = StatementEntry['document'];

/** The texts of one account, balance, entry or transaction, by their paths within it. */
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

  /** The text of the first of these elements that has one. */
  text(...paths: readonly string[]): string | undefined {
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

  /** @throws EntryUnreadable */
  mustFit(): void {
    if (this.chars > STATEMENT_LIMITS.entryChars) throw new EntryUnreadable('The entry is too long.');
  }
}

/** Payments that came back keep the parties of the first one: who was paid then, pays now. */
export function partiesOf(
  detail: CamtValues,
  reversal: boolean,
): Pick<Document, 'creditor' | 'debtor' | 'ultimate_creditor' | 'ultimate_debtor'> {
  const [debtor, creditor] = reversal ? (['Cdtr', 'Dbtr'] as const) : (['Dbtr', 'Cdtr'] as const);
  return {
    debtor: unlessEmpty(partyOf(detail, debtor)),
    creditor: unlessEmpty({
      ...partyOf(detail, creditor),
      id: fieldText(detail.text('RltdPties/Cdtr/Id/PrvtId/Othr/Id', 'RltdPties/Cdtr/Pty/Id/PrvtId/Othr/Id')),
    }),
    ultimate_debtor: fieldText(detail.text(`RltdPties/Ultmt${debtor}/Nm`, `RltdPties/Ultmt${debtor}/Pty/Nm`)),
    ultimate_creditor: fieldText(
      detail.text(`RltdPties/Ultmt${creditor}/Nm`, `RltdPties/Ultmt${creditor}/Pty/Nm`),
    ),
  };
}

function partyOf(detail: CamtValues, party: 'Dbtr' | 'Cdtr'): NonNullable<Document['debtor']> {
  const agent = `RltdAgts/${party}Agt/FinInstnId`;
  return {
    name: fieldText(detail.text(`RltdPties/${party}/Nm`, `RltdPties/${party}/Pty/Nm`)),
    iban: fieldText(detail.text(`RltdPties/${party}Acct/Id/IBAN`)),
    bban: fieldText(detail.text(`RltdPties/${party}Acct/Id/Othr/Id`)),
    agent: fieldText(detail.text(`${agent}/BICFI`, `${agent}/BIC`, `${agent}/Nm`)),
  };
}

export function remittanceOf(detail: CamtValues): Document['remittance_information'] {
  const lines = detail.all('RmtInf/Ustrd');
  return unlessEmpty({
    structured: fieldText(detail.text('RmtInf/Strd/CdtrRefInf/Ref')),
    unstructured: joined(lines.length > 0 ? lines : detail.all('RmtInf/Strd/AddtlRmtInf')),
    unstructured_array:
      lines.length > 1 ? JSON.stringify(lines.map((line) => fieldText(line) ?? '')) : undefined,
  });
}

export function codesOf(entry: CamtValues, detail: CamtValues): Document['codes'] {
  const domain = [detail, entry]
    .map((values) =>
      ['BkTxCd/Domn/Cd', 'BkTxCd/Domn/Fmly/Cd', 'BkTxCd/Domn/Fmly/SubFmlyCd'].map((path) =>
        values.text(path),
      ),
    )
    .find((parts) => parts[0] !== undefined);
  return unlessEmpty({
    bank_transaction_code: joined(domain ?? [], '-'),
    proprietary_bank_transaction_code: fieldText(
      detail.text('BkTxCd/Prtry/Cd') ?? entry.text('BkTxCd/Prtry/Cd'),
    ),
    purpose_code: fieldText(detail.text('Purp/Cd')),
  });
}

/** What was instructed in another currency, and the rate. */
export function exchangeOf(entry: CamtValues, detail: CamtValues): Document['currency_exchange'] {
  for (const values of [detail, entry]) {
    for (const amount of ['InstdAmt', 'TxAmt', 'CntrValAmt']) {
      const path = `AmtDtls/${amount}/CcyXchg`;
      const rate = fieldText(values.text(`${path}/XchgRate`));
      if (rate === undefined) continue;
      return {
        source_currency: currencyOf(values.text(`${path}/SrcCcy`)),
        exchange_rate: rate,
        unit_currency: currencyOf(values.text(`${path}/UnitCcy`)),
        target_currency: currencyOf(values.text(`${path}/TrgtCcy`)),
        contract_identification: fieldText(values.text(`${path}/CtrctId`)),
      };
    }
  }
  return undefined;
}
