import { eventually } from '@tributary/testing';
import { InProcessSystem } from '../in-process-system';
import { contentOf, RealCase, Step } from './case';
import { compareRows, StoredRow } from './compare-rows';

/** The result of a case. `asked`: the import was not applied, and none of its rows are stored. */
export type Outcome =
  | { readonly kind: 'right' }
  | { readonly kind: 'asked'; readonly question: string }
  | { readonly kind: 'wrong'; readonly differences: readonly string[] };

interface FileAccount {
  readonly key: string;
  readonly iban: string | null;
  readonly bank: string | null;
  readonly number: string | null;
  readonly currency: string | null;
  readonly financial_account_id: string | null;
}

interface ShownImport {
  readonly id: string;
  readonly status: string;
  readonly error: string | null;
  readonly accounts: readonly FileAccount[];
  readonly entries_known: string;
  readonly transactions_added: string;
}

type Imported =
  | { readonly kind: 'applied'; readonly shown: ShownImport; readonly listed: Listed }
  | { readonly kind: 'asked' | 'refused'; readonly message: string };

/** Entries that the preview lists beside those that become rows. */
type Listed = Readonly<Record<'left_out' | 'unreadable' | 'doubtful', number>>;

interface OwnAccount {
  readonly id: string;
  readonly identity: string;
}

const WORKING = ['UPLOADING', 'READING', 'APPLYING', 'UNDOING'];

/** Plays a user who uploads the files of a case to new accounts, one after the other. */
export class CasePlayer {
  constructor(
    private readonly system: InProcessSystem,
    private readonly token: string,
  ) {}

  async play(realCase: RealCase): Promise<Outcome> {
    const accounts: OwnAccount[] = [];
    let added = 0;
    for (const [index, step] of realCase.steps.entries()) {
      const imported = await this.import(realCase, step, index, accounts);
      if (imported.kind === 'applied') added += Number(imported.shown.transactions_added);
      const rows = await this.rows(accounts, added);
      const differences = await this.differences(realCase, step, imported, rows, accounts);
      if (imported.kind === 'asked' && step.asks !== true)
        return { kind: 'asked', question: imported.message };
      if (differences.length > 0) {
        return { kind: 'wrong', differences: differences.map((one) => `${step.file}: ${one}`) };
      }
    }
    return { kind: 'right' };
  }

  private async differences(
    realCase: RealCase,
    step: Step,
    imported: Imported,
    rows: readonly StoredRow[],
    accounts: readonly OwnAccount[],
  ): Promise<string[]> {
    switch (imported.kind) {
      case 'asked':
        return [];
      case 'refused': {
        const pattern = step.refused ?? step.refused_ok;
        const isRight = pattern !== undefined && new RegExp(pattern, 'i').test(imported.message);
        return isRight ? [] : [`refused: ${imported.message}`];
      }
      case 'applied':
        return [
          ...(step.asks === true ? ['stored without a question'] : []),
          ...(step.refused === undefined ? [] : ['read, though it should be refused']),
          ...countsOf(step, imported, realCase.asks_ok === true),
          ...compareRows(
            step,
            rows.filter(({ isUnderReview }) => !isUnderReview),
          ),
          ...(await this.exportDifferences(step, accounts)),
        ];
      default:
        return imported satisfies never;
    }
  }

  private async import(
    realCase: RealCase,
    step: Step,
    index: number,
    accounts: OwnAccount[],
  ): Promise<Imported> {
    const id = await this.upload(step, accounts);
    const read = await this.settled(id);
    if (read.status === 'FAILED') return { kind: 'refused', message: read.error ?? '' };
    if (step.account !== 'unsaid' && read.accounts.length > 0) {
      const choices = read.accounts.map((account, at) => {
        const before = accounts.find(({ identity }) => identity === identityOf(account)) ?? accounts[at];
        if (step.account === 'same' && before !== undefined) {
          return { key: account.key, financial_account_id: before.id };
        }
        const currency = account.currency ?? realCase.currency ?? 'EUR';
        const name = `${realCase.id} ${index + 1}.${account.key}`;
        return { key: account.key, new_account: { name, currency } };
      });
      await this.system.data('PATCH', `/finance/imports/${id}`, this.token, { accounts: choices });
      await this.settled(id);
    }
    const listed = {
      left_out: await this.entries(id, 'left_out'),
      unreadable: await this.entries(id, 'unreadable'),
      doubtful: await this.entries(id, 'doubtful'),
    };
    const applied = await this.system.rest('POST', `/finance/imports/${id}/apply`, this.token);
    if (applied.status === 409 || applied.status === 422) {
      return { kind: 'asked', message: JSON.stringify(applied.body) };
    }
    const shown = await this.settled(id);
    if (shown.status !== 'APPLIED') return { kind: 'refused', message: shown.error ?? shown.status };
    for (const account of shown.accounts) {
      const known = accounts.some((own) => own.id === account.financial_account_id);
      if (!known && account.financial_account_id !== null) {
        accounts.push({ id: account.financial_account_id, identity: identityOf(account) });
      }
    }
    return { kind: 'applied', shown, listed };
  }

  private async upload(step: Step, accounts: readonly OwnAccount[]): Promise<string> {
    const [own, ...others] = accounts;
    const isOne = step.account === 'same' && own !== undefined && others.length === 0;
    const name = encodeURIComponent(step.file_name ?? step.file.replace(/^.*\//, ''));
    const target = `/finance/imports?file_name=${name}${isOne ? `&financial_account_id=${own.id}` : ''}`;
    const response = await fetch(`${this.system.url}/api/v1${target}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.token}`, 'content-type': 'application/octet-stream' },
      body: new Uint8Array(contentOf(step)),
    });
    if (!response.ok) throw new Error(`${step.file} was not taken: ${response.status}`);
    return ((await response.json()) as { data: { id: string } }).data.id;
  }

  private settled(id: string): Promise<ShownImport> {
    return eventually(async () => {
      const shown = await this.system.data<ShownImport>('GET', `/finance/imports/${id}`, this.token);
      if (WORKING.includes(shown.status)) throw new Error(`import ${id} is ${shown.status}`);
      return shown;
    });
  }

  private entries(id: string, kind: keyof Listed): Promise<number> {
    return this.system.total(`/finance/imports/${id}/entries?filter[kind]=${kind}`, this.token);
  }

  /** Returns all rows of the accounts, when the query model has as many as the imports added. */
  private rows(accounts: readonly OwnAccount[], added: number): Promise<StoredRow[]> {
    return eventually(async () => {
      const rows = (await Promise.all(accounts.map(({ id }) => this.rowsOf(id)))).flat();
      if (rows.length < added) throw new Error(`${rows.length} of ${added} rows are shown`);
      return rows;
    });
  }

  private async rowsOf(accountId: string): Promise<StoredRow[]> {
    const target = `/finance/transactions?filter[financial_account_id]=${accountId}&page[size]=100`;
    const rows: StoredRow[] = [];
    for (let page = 1; rows.length === 100 * (page - 1); page += 1) {
      const found = await this.system.data<Resource[]>('GET', `${target}&page[number]=${page}`, this.token);
      rows.push(...found.map(rowOf));
    }
    return rows;
  }

  private async exportDifferences(step: Step, [own]: readonly OwnAccount[]): Promise<string[]> {
    if (step.export_lacks === undefined || own === undefined) return [];
    const target = `/finance/transactions/export?filter[financial_account_id]=${own.id}`;
    const table = await this.system.text(target, this.token);
    return new RegExp(step.export_lacks, 'm').test(table) ? [`the export has ${step.export_lacks}`] : [];
  }
}

interface Resource {
  readonly booking_date: string | null;
  readonly value_date: string | null;
  readonly amount: string;
  readonly currency: string;
  readonly under_review?: boolean;
  readonly mapped_fields: { readonly date?: string; readonly payee?: string; readonly description?: string };
}

function rowOf(resource: Resource): StoredRow {
  const { mapped_fields: mapped, booking_date, value_date, amount, currency } = resource;
  return {
    date: booking_date ?? mapped.date?.slice(0, 10) ?? '',
    valueDate: value_date,
    amount,
    currency,
    payee: mapped.payee ?? '',
    description: mapped.description ?? '',
    isUnderReview: resource.under_review === true,
    whole: JSON.stringify(resource),
  };
}

function countsOf(
  step: Step,
  { shown, listed }: Extract<Imported, { kind: 'applied' }>,
  mayAsk: boolean,
): string[] {
  const counted = [
    ['added', step.added, Number(shown.transactions_added)],
    ['known', step.known, Number(shown.entries_known)],
    ['left_out', step.left_out, listed.left_out],
    ['unreadable', step.unreadable, listed.unreadable],
    ['accounts', step.accounts, shown.accounts.length],
    // A doubtful row is a question, too.
    ['doubtful', mayAsk ? undefined : 0, listed.doubtful],
  ] as const;
  return counted.flatMap(([name, expected, found]) => {
    if (expected === undefined) return [];
    const [least, most] = typeof expected === 'number' ? [expected, expected] : expected;
    const isRight = found >= least && found <= most;
    return isRight ? [] : [`${name}: ${[expected].flat().join(' to ')} expected, ${found} found`];
  });
}

function identityOf({ iban, bank, number, currency }: FileAccount): string {
  return [iban, bank, number, currency].join('|');
}
