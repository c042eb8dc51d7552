import { HOUSEHOLD_LOGIN, type OAuthApplication, OAuthServer } from '../oauth/oauth-server';
import { Company, type CompanySetting } from '../state/company';
import { stableUuid } from '../state/stable-ids';
import { MinuteQuota, type MinuteLimits } from './minute-quota';
import { notFound, problem } from './problem';
import { SERVICE_ACCOUNT_MAIL, ServiceAccount } from './service-account';
import type { BatchRequest } from './spreadsheet/batch-requests';
import { Spreadsheet } from './spreadsheet/spreadsheet';

interface NewSpreadsheet {
  readonly id: string;
  readonly title: string;
  readonly tabs: readonly string[];
  readonly shared: boolean;
}

interface WrittenBatch {
  readonly spreadsheet: string;
  readonly requests: readonly BatchRequest[];
}

export interface SheetsSetting extends CompanySetting {
  readonly application: OAuthApplication;
  readonly limits?: MinuteLimits;
}

const CELLS_MAX = 10_000_000;
const OAUTH_BEHAVIOUR = { accessMs: 3_600_000, rotates: false };
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

/** The memory of Google Sheets, replayed at the start. */
export class SheetsState extends Company {
  readonly account = new ServiceAccount(this.setting.dataDir, this.now);
  readonly oauth = new OAuthServer(this.setting.application, this.now, OAUTH_BEHAVIOUR, this.store);
  readonly quota = new MinuteQuota(this.setting.limits ?? LIMITS, this.now);
  readonly spreadsheets = new Map<string, Spreadsheet>();
  readonly requests = { token: 0, read: 0, write: 0 };
  cellsMax = CELLS_MAX;
  private readonly created = this.store.event<NewSpreadsheet, Spreadsheet>('spreadsheet', (event) =>
    this.add(event),
  );
  private readonly applied = this.store.event<WrittenBatch, object[]>(
    'batch',
    ({ spreadsheet, requests }) => this.spreadsheets.get(spreadsheet)?.apply(requests, this.cellsMax) ?? [],
  );

  constructor(private readonly setting: SheetsSetting) {
    super('sheets', setting);
    this.add({
      id: HOUSEHOLD_SHEETS_ID,
      title: 'Household',
      tabs: ['Transactions', 'Savings'],
      shared: true,
    });
    this.store.replay();
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
    return this.created({ id, title, tabs, shared });
  }

  /** @throws Problem, and then nothing has changed */
  apply({ id }: Spreadsheet, requests: readonly BatchRequest[]): object[] {
    return this.applied({ spreadsheet: id, requests });
  }

  private add({ id, title, tabs, shared }: NewSpreadsheet): Spreadsheet {
    const settings = tabs.map((tab, index) => ({ sheetId: index === 0 ? 0 : index * 1_000_003, title: tab }));
    const mails = [mailOf(HOUSEHOLD_LOGIN), ...(shared ? [SERVICE_ACCOUNT_MAIL] : [])];
    const made = new Spreadsheet(id, title, settings, new Set(mails));
    this.spreadsheets.set(id, made);
    return made;
  }
}
