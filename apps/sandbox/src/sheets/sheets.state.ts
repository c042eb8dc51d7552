import { RetryWindows } from '../faults/retry-windows';
import type { SandboxClock } from '../sandbox-clock';
import { stableUuid } from '../stable-ids';
import { openJournal, type Journal } from '../state/journal';
import type { BatchRequest } from './batch-requests';
import { MinuteQuota, type MinuteLimits } from './minute-quota';
import { notFound, problem } from './problem';
import { SERVICE_ACCOUNT_MAIL, ServiceAccount } from './service-account';
import { Spreadsheet } from './spreadsheet';

type SheetsEvent =
  | {
      readonly kind: 'spreadsheet';
      readonly id: string;
      readonly title: string;
      readonly tabs: readonly string[];
      readonly shared: boolean;
    }
  | { readonly kind: 'batch'; readonly spreadsheet: string; readonly requests: readonly BatchRequest[] };

export interface SheetsSetting {
  readonly clock: SandboxClock;
  readonly limits?: MinuteLimits;
  readonly dataDir?: string;
}

const CELLS_MAX = 10_000_000;
const LIMITS: MinuteLimits = { perProject: 300, perUser: 60 };

export const HOUSEHOLD_SHEETS_ID = spreadsheetId('household');

/** 44 characters that look like an id of a spreadsheet. */
function spreadsheetId(name: string): string {
  return `1${stableUuid(`sheets/${name}`)}${stableUuid(`sheets/${name}/2`)}`.replaceAll('-', '').slice(0, 44);
}

/** Everything that Google Sheets knows, replayed from its journal at start. */
export class SheetsState {
  readonly account: ServiceAccount;
  readonly quota: MinuteQuota;
  readonly retryWindows: RetryWindows;
  readonly spreadsheets = new Map<string, Spreadsheet>();
  readonly requests = { token: 0, read: 0, write: 0 };
  cellsMax = CELLS_MAX;
  private readonly journal: Journal<SheetsEvent>;

  constructor(setting: SheetsSetting) {
    const now = (): number => setting.clock.now();
    this.account = new ServiceAccount(setting.dataDir, now);
    this.quota = new MinuteQuota(setting.limits ?? LIMITS, now);
    this.retryWindows = new RetryWindows(now);
    this.add(HOUSEHOLD_SHEETS_ID, 'Household', ['Transactions', 'Savings'], true);
    this.journal = openJournal<SheetsEvent>(setting.dataDir, 'sheets', (event) => this.replay(event));
  }

  /** @throws Problem 404, or 403 if it is not shared with the service account */
  shared(id: string): Spreadsheet {
    const spreadsheet = this.spreadsheets.get(id);
    if (!spreadsheet) throw notFound();
    if (!spreadsheet.sharedWith.has(SERVICE_ACCOUNT_MAIL)) {
      throw problem('PERMISSION_DENIED', 'The caller does not have permission');
    }
    return spreadsheet;
  }

  create(title: string, tabs: readonly string[], shared: boolean): Spreadsheet {
    const id = spreadsheetId(`${this.spreadsheets.size}/${title}`);
    this.journal.append({ kind: 'spreadsheet', id, title, tabs, shared });
    return this.add(id, title, tabs, shared);
  }

  /** @throws Problem, and then nothing has changed */
  apply(spreadsheet: Spreadsheet, requests: readonly BatchRequest[]): object[] {
    const replies = spreadsheet.apply(requests, this.cellsMax);
    this.journal.append({ kind: 'batch', spreadsheet: spreadsheet.id, requests });
    return replies;
  }

  close(): void {
    this.journal.close();
  }

  private add(id: string, title: string, tabs: readonly string[], shared: boolean): Spreadsheet {
    const settings = tabs.map((tab, index) => ({ sheetId: index === 0 ? 0 : index * 1_000_003, title: tab }));
    const made = new Spreadsheet(id, title, settings, new Set(shared ? [SERVICE_ACCOUNT_MAIL] : []));
    this.spreadsheets.set(id, made);
    return made;
  }

  private replay(event: SheetsEvent): void {
    switch (event.kind) {
      case 'spreadsheet':
        this.add(event.id, event.title, event.tabs, event.shared);
        return;
      case 'batch':
        this.spreadsheets.get(event.spreadsheet)?.apply(event.requests, CELLS_MAX);
        return;
      default: {
        const unknown: never = event;
        return unknown;
      }
    }
  }
}
