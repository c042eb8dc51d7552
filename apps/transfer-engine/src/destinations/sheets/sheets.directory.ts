import { CredentialsOf, UnitDocument } from '@tributary/contracts';
import {
  Admission,
  CredentialsRefusedError,
  DestinationDirectory,
  DestinationOAuth,
  HEALTHY,
  ListedUnit,
  Listing,
} from '../destination-directory.port';
import { AuthorizationServer } from '../http/authorization-server';
import { DestinationFailure } from '../destination.port';
import { BALANCES_SHEET_ID } from './balances';
import { SheetsClient } from './client';
import {
  fromCredentials,
  fromPastedKey,
  ServiceAccount,
  SheetsCredentials,
  SheetsIdentity,
  spreadsheetIdsOf,
} from './credentials/credentials';
import { admissionOf } from './credentials/google-account';

const FIELDS =
  'spreadsheetId,spreadsheetUrl,properties(title,locale,timeZone),sheets(properties(sheetId,title,index,sheetType))';

/** Directory of spreadsheets that users name: of their own account, by a link, or shared with a service account. */
export class SheetsDirectory implements DestinationDirectory<'SHEETS'> {
  readonly oauth: DestinationOAuth | null;

  constructor(
    private readonly client: SheetsClient,
    server: AuthorizationServer | null,
  ) {
    this.oauth = server && {
      accept: ({ spreadsheets }) => ({ spreadsheets: spreadsheetIdsOf(spreadsheets) }),
      authorizationUrl: (request) => server.authorizationUrl(request),
      exchange: async (code, request) => admissionOf(await server.exchange(code, request), request),
    };
  }

  async admit(given: CredentialsOf<'SHEETS'>): Promise<Admission> {
    const account = fromPastedKey(given.serviceAccountKey);
    const spreadsheets = spreadsheetIdsOf(given.spreadsheets);
    for (const [index, id] of spreadsheets.entries()) await this.check(account, id, index);
    const credentials: SheetsCredentials = { ...account, spreadsheets };
    return {
      externalUserId: account.clientEmail,
      credentials: JSON.stringify(credentials),
      facts: { service_account_email: account.clientEmail },
      requests: spreadsheets.length,
    };
  }

  /** Lists the spreadsheets; those that are no longer shared are omitted. */
  async list(credentials: string): Promise<Listing<'SHEETS'>> {
    const { spreadsheets, ...identity } = fromCredentials(credentials);
    const units: ListedUnit<'SHEETS'>[] = [];
    for (const id of spreadsheets) {
      try {
        units.push(toUnit(await this.read(identity, id)));
      } catch (error) {
        if (!(error instanceof DestinationFailure) || error.detail.kind !== 'target-gone') throw error;
      }
    }
    return { units, requests: spreadsheets.length };
  }

  private async check(account: ServiceAccount, id: string, index: number): Promise<void> {
    try {
      await this.read(account, id);
    } catch (error) {
      if (!(error instanceof DestinationFailure)) throw error;
      const { detail } = error;
      if (detail.kind === 'unauthorized')
        throw new CredentialsRefusedError({ service_account_key: [detail.reason] }, { cause: error });
      if (detail.kind !== 'target-gone') throw error;
      const reason = `Spreadsheet ${index + 1} does not exist, or is not shared with ${account.clientEmail}: share it with this address as an editor.`;
      throw new CredentialsRefusedError({ spreadsheets: [reason] }, { cause: error });
    }
  }

  private async read(identity: SheetsIdentity, id: string): Promise<Answered> {
    const request = {
      method: 'GET',
      path: encodeURIComponent(id),
      fields: FIELDS,
      operation: 'read spreadsheet',
      writes: false,
    } as const;
    return (await this.client.send(identity, request, () => Promise.resolve())) as unknown as Answered;
  }
}

interface Answered {
  readonly spreadsheetId: string;
  readonly spreadsheetUrl?: string;
  readonly properties?: { readonly title?: string; readonly locale?: string; readonly timeZone?: string };
  readonly sheets?: readonly {
    readonly properties?: {
      readonly sheetId?: number;
      readonly title?: string;
      readonly index?: number;
      readonly sheetType?: string;
    };
  }[];
}

function toUnit({ spreadsheetId, spreadsheetUrl, properties, sheets = [] }: Answered): ListedUnit<'SHEETS'> {
  const document: UnitDocument<'SHEETS'> = {
    sheets_id: spreadsheetId,
    enabled: true,
    name: properties?.title ?? '',
    url: spreadsheetUrl ?? null,
    locale: properties?.locale ?? null,
    time_zone: properties?.timeZone ?? null,
    last_synced_at: new Date().toISOString(),
  };
  const targets = sheets.flatMap(({ properties: sheet = {} }) => {
    const { sheetId = 0, title = '', index = 0, sheetType = 'GRID' } = sheet;
    if (sheetType !== 'GRID' || sheetId === BALANCES_SHEET_ID) return []; // charts have no rows
    const externalId = String(sheetId);
    return [
      { externalId, document: { sheets_id: externalId, name: title, position: index, health: HEALTHY } },
    ];
  });
  return { externalId: spreadsheetId, document, targets };
}
