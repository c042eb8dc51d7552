import { RetryWindows } from '../faults/retry-windows';
import { HOUSEHOLD_LOGIN, type OAuthApplication, type OAuthGrant, OAuthServer } from '../oauth/oauth-server';
import type { SandboxClock } from '../state/sandbox-clock';
import { stableUuid } from '../state/stable-ids';
import { openJournal, type Journal } from '../state/journal';
import type { BatchRequest } from './spreadsheet/batch-requests';
import { MinuteQuota, type MinuteLimits } from './minute-quota';
import { notFound, problem } from './problem';
import { SERVICE_ACCOUNT_MAIL, ServiceAccount } from './service-account';
import { Spreadsheet } from './spreadsheet/spreadsheet';

type SheetsEvent =
  | {
      readonly kind: 'spreadsheet';
      readonly id: string;
      readonly title: string;
      readonly tabs: readonly string[];
      readonly shared: boolean;
    }
  | { readonly kind: 'grant'; readonly grant: OAuthGrant }
  | { readonly kind: 'batch'; readonly spreadsheet: string; readonly requests: readonly BatchRequest[] };

export interface SheetsSetting {
  readonly clock: SandboxClock;
  readonly application: OAuthApplication;
  readonly limits?: MinuteLimits;
  readonly dataDir?: string;
}

const CELLS_MAX = 10_000_000;
const ACCESS_MS = 3_600_000;
const LIMITS: MinuteLimits = { perProject: 300, perUser: 60 };

export const HOUSEHOLD_SHEETS_ID = spreadsheetId('household');

/** 44 characters that look like an id of a spreadsheet. */
function spreadsheetId(name: string): string {
  return `1${stableUuid(`sheets/${name}`)}${stableUuid(`sheets/${name}/2`)}`.replaceAll('-', '').slice(0, 44);
}

/** The address of a user's account: the household's owns every spreadsheet. */
export function mailOf(login: string): string {
  return `${login}@gmail.example`;
}

/** Everything that Google Sheets knows, replayed from its journal at start. */
export class SheetsState {
  readonly account: ServiceAccount;
  readonly oauth: OAuthServer;
  readonly quota: MinuteQuota;
  readonly retryWindows: RetryWindows;
  readonly spreadsheets = new Map<string, Spreadsheet>();
  readonly requests = { token: 0, read: 0, write: 0 };
  cellsMax = CELLS_MAX;
  readonly now: () => number;
  private readonly journal: Journal<SheetsEvent>;

  constructor(setting: SheetsSetting) {
    const now = (): number => setting.clock.now();
    this.now = now;
    this.account = new ServiceAccount(setting.dataDir, now);
    this.oauth = new OAuthServer(setting.application, now, { accessMs: ACCESS_MS, rotates: false }, (grant) =>
      this.journal.append({ kind: 'grant', grant }),
    );
    this.quota = new MinuteQuota(setting.limits ?? LIMITS, now);
    this.retryWindows = new RetryWindows(now);
    this.add(HOUSEHOLD_SHEETS_ID, 'Household', ['Transactions', 'Savings'], true);
    this.journal = openJournal<SheetsEvent>(setting.dataDir, 'sheets', (event) => this.replay(event));
  }

  /** The address of the account of an access token that is good at present. */
  accountOf(token: string): string | undefined {
    if (this.account.accepts(token)) return SERVICE_ACCOUNT_MAIL;
    const login = this.oauth.loginOf(token);
    return login === undefined ? undefined : mailOf(login);
  }

  /** @throws Problem 404, or 403 where it is not shared with the account */
  shared(id: string, mail: string): Spreadsheet {
    const spreadsheet = this.spreadsheets.get(id);
    if (!spreadsheet) throw notFound();
    if (!spreadsheet.sharedWith.has(mail)) {
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
    const mails = [mailOf(HOUSEHOLD_LOGIN), ...(shared ? [SERVICE_ACCOUNT_MAIL] : [])];
    const made = new Spreadsheet(id, title, settings, new Set(mails));
    this.spreadsheets.set(id, made);
    return made;
  }

  private replay(event: SheetsEvent): void {
    switch (event.kind) {
      case 'spreadsheet':
        this.add(event.id, event.title, event.tabs, event.shared);
        return;
      case 'grant':
        this.oauth.restore(event.grant);
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
