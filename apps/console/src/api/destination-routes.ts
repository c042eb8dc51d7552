import {
  dataOf,
  type BudgetaConnection,
  type BudgetbConnection,
  type ConnectBudgetbBody,
  type ConnectByTokenOrLinkBody,
  type ConnectSheetsBody,
  type DestinationKind,
  type Health,
  type Pause,
  type SheetsConnection,
  type TransferLink,
  type UpdateDestinationBody,
  type WorkspaceConnection,
} from '@tributary/client';
import { client } from './api';

/** The members of a connection that all kinds of destinations have. */
export interface DestinationConnection {
  readonly id: string;
  readonly name: string;
  readonly isEnabled: boolean;
  readonly health: Health;
  readonly paused: Pause | null;
  readonly lastReadAt: string | null;
  /** The number of targets: accounts of budgets, sheets or data sources. */
  readonly targets: number;
  readonly links: readonly TransferLink[];
}

/** A target that transfer links can point to. */
export interface Target {
  readonly id: string;
  readonly type: DestinationKind['type'];
  readonly name: string;
  /** The name of the budget, spreadsheet or database that contains it. */
  readonly unit: string | null;
  /** The currency that its unit states; null: the unit states none. */
  readonly currency: string | null;
  /** Targets of the same scope have the same currency: those of a budget, but not the sheets of a spreadsheet. */
  readonly scope: string;
}

export interface Targets {
  readonly targets: readonly Target[];
  /** Includes the targets that were not read. */
  readonly total: number;
}

/** The values of a form that was made from the inputs of a kind. */
export type InputValues = Readonly<Record<string, string | string[]>>;

/** The routes of one kind of destination. Every kind has them under paths and names of its own. */
export interface DestinationRoutes {
  readonly connections: () => Promise<readonly DestinationConnection[]>;
  readonly targets: (query: TargetsQuery) => Promise<Targets>;
  /** Connects. @returns the page where the user grants access; null where none is needed */
  readonly connect: (values: InputValues) => Promise<string | null>;
  readonly update: (id: string, body: UpdateDestinationBody) => Promise<unknown>;
  readonly refresh: (id: string) => Promise<unknown>;
  /** Null: access to this kind is not granted on a page of the destination. */
  readonly authorize: ((id: string, returnTo: string) => Promise<string | null>) | null;
  readonly remove: (id: string) => Promise<unknown>;
}

export interface TargetsQuery {
  readonly 'page[size]': number;
  /** Ids, separated by commas; absent: all targets. */
  readonly 'filter[id]'?: string;
}

const ALL = { 'page[size]': 100, sort: ['id' as const] };

const budgeta = (budgetaConnectionId: string) => ({ params: { path: { budgetaConnectionId } } });
const budgetb = (budgetbConnectionId: string) => ({ params: { path: { budgetbConnectionId } } });
const sheets = (sheetsConnectionId: string) => ({ params: { path: { sheetsConnectionId } } });
const workspace = (workspaceConnectionId: string) => ({ params: { path: { workspaceConnectionId } } });

/** The routes of each kind. A kind of the API that is missing here does not compile. */
export const ROUTES: Readonly<Record<DestinationKind['type'], DestinationRoutes>> = {
  BUDGETA: {
    connections: async () => {
      const { data } = await dataOf(
        client.GET('/destinations/budgeta/connections', {
          params: {
            query: { ...ALL, include: ['budgets', 'budgets.accounts', 'budgets.accounts.transfer_links'] },
          },
        }),
      );
      return data.map((one) =>
        connectionOf(
          one,
          unitsOf(one.budgets, ({ accounts }) => accounts),
        ),
      );
    },
    targets: async (query) => {
      const { data, meta } = await dataOf(
        client.GET('/destinations/budgeta/accounts', {
          params: { query: { ...query, sort: ['name'], include: ['budget'] } },
        }),
      );
      return { targets: data.map((one) => targetOf('BUDGETA', one, one.budget)), total: meta.total };
    },
    connect: (values) => {
      const body: ConnectByTokenOrLinkBody = described(values);
      return authUrlOf(client.POST('/destinations/budgeta/connections', { body }));
    },
    update: (id, body) =>
      client.PUT('/destinations/budgeta/connections/{budgetaConnectionId}', { ...budgeta(id), body }),
    refresh: (id) =>
      client.POST('/destinations/budgeta/connections/{budgetaConnectionId}/refresh', budgeta(id)),
    authorize: (id, returnTo) =>
      authUrlOf(
        client.POST('/destinations/budgeta/connections/{budgetaConnectionId}/authorize', {
          ...budgeta(id),
          body: { redirect_url: returnTo },
        }),
      ),
    remove: (id) => client.DELETE('/destinations/budgeta/connections/{budgetaConnectionId}', budgeta(id)),
  },
  BUDGETB: {
    connections: async () => {
      const { data } = await dataOf(
        client.GET('/destinations/budgetb/connections', {
          params: {
            query: { ...ALL, include: ['budgets', 'budgets.accounts', 'budgets.accounts.transfer_links'] },
          },
        }),
      );
      return data.map((one) =>
        connectionOf(
          one,
          unitsOf(one.budgets, ({ accounts }) => accounts),
        ),
      );
    },
    targets: async (query) => {
      const { data, meta } = await dataOf(
        client.GET('/destinations/budgetb/accounts', {
          params: { query: { ...query, sort: ['name'], include: ['budget'] } },
        }),
      );
      return { targets: data.map((one) => targetOf('BUDGETB', one, one.budget)), total: meta.total };
    },
    connect: (values) => {
      const body: ConnectBudgetbBody = described(values);
      return authUrlOf(client.POST('/destinations/budgetb/connections', { body }));
    },
    update: (id, body) =>
      client.PUT('/destinations/budgetb/connections/{budgetbConnectionId}', { ...budgetb(id), body }),
    refresh: (id) =>
      client.POST('/destinations/budgetb/connections/{budgetbConnectionId}/refresh', budgetb(id)),
    authorize: null,
    remove: (id) => client.DELETE('/destinations/budgetb/connections/{budgetbConnectionId}', budgetb(id)),
  },
  SHEETS: {
    connections: async () => {
      const { data } = await dataOf(
        client.GET('/destinations/sheets/connections', {
          params: {
            query: {
              ...ALL,
              include: ['spreadsheets', 'spreadsheets.sheets', 'spreadsheets.sheets.transfer_links'],
            },
          },
        }),
      );
      return data.map((one) =>
        connectionOf(
          one,
          unitsOf(one.spreadsheets, ({ sheets }) => sheets),
        ),
      );
    },
    targets: async (query) => {
      const { data, meta } = await dataOf(
        client.GET('/destinations/sheets/sheets', {
          params: { query: { ...query, sort: ['name'], include: ['spreadsheet'] } },
        }),
      );
      return { targets: data.map((one) => targetOf('SHEETS', one, one.spreadsheet)), total: meta.total };
    },
    connect: (values) => {
      const body: ConnectSheetsBody = described(values);
      return authUrlOf(client.POST('/destinations/sheets/connections', { body }));
    },
    update: (id, body) =>
      client.PUT('/destinations/sheets/connections/{sheetsConnectionId}', { ...sheets(id), body }),
    refresh: (id) => client.POST('/destinations/sheets/connections/{sheetsConnectionId}/refresh', sheets(id)),
    authorize: (id, returnTo) =>
      authUrlOf(
        client.POST('/destinations/sheets/connections/{sheetsConnectionId}/authorize', {
          ...sheets(id),
          body: { redirect_url: returnTo },
        }),
      ),
    remove: (id) => client.DELETE('/destinations/sheets/connections/{sheetsConnectionId}', sheets(id)),
  },
  WORKSPACE: {
    connections: async () => {
      const { data } = await dataOf(
        client.GET('/destinations/workspace/connections', {
          params: {
            query: {
              ...ALL,
              include: ['databases', 'databases.data_sources', 'databases.data_sources.transfer_links'],
            },
          },
        }),
      );
      return data.map((one) =>
        connectionOf(
          one,
          unitsOf(one.databases, ({ data_sources: sources }) => sources),
        ),
      );
    },
    targets: async (query) => {
      const { data, meta } = await dataOf(
        client.GET('/destinations/workspace/data-sources', {
          params: { query: { ...query, sort: ['name'], include: ['database'] } },
        }),
      );
      return { targets: data.map((one) => targetOf('WORKSPACE', one, one.database)), total: meta.total };
    },
    connect: (values) => {
      const body: ConnectByTokenOrLinkBody = described(values);
      return authUrlOf(client.POST('/destinations/workspace/connections', { body }));
    },
    update: (id, body) =>
      client.PUT('/destinations/workspace/connections/{workspaceConnectionId}', { ...workspace(id), body }),
    refresh: (id) =>
      client.POST('/destinations/workspace/connections/{workspaceConnectionId}/refresh', workspace(id)),
    authorize: (id, returnTo) =>
      authUrlOf(
        client.POST('/destinations/workspace/connections/{workspaceConnectionId}/authorize', {
          ...workspace(id),
          body: { redirect_url: returnTo },
        }),
      ),
    remove: (id) =>
      client.DELETE('/destinations/workspace/connections/{workspaceConnectionId}', workspace(id)),
  },
};

type AnyConnection = BudgetaConnection | BudgetbConnection | SheetsConnection | WorkspaceConnection;

interface Linkable {
  readonly transfer_links?: readonly TransferLink[];
}

function connectionOf(connection: AnyConnection, targets: readonly Linkable[]): DestinationConnection {
  const { id, name, enabled, health, paused, last_synced_at: lastReadAt } = connection;
  return {
    id,
    name,
    isEnabled: enabled === 'true',
    health,
    paused,
    lastReadAt,
    targets: targets.length,
    links: targets.flatMap(({ transfer_links: links }) => links ?? []),
  };
}

/** The targets in all units of a connection. */
function unitsOf<Unit>(
  units: readonly Unit[] | undefined,
  targetsIn: (unit: Unit) => readonly Linkable[] | undefined,
): readonly Linkable[] {
  return (units ?? []).flatMap((unit) => targetsIn(unit) ?? []);
}

interface Named {
  readonly id: string;
  readonly name: string;
}

/**
 * Converts a target.
 * @param unit has no currency if units of its kind have none; each target may then have another one
 */
function targetOf(
  type: Target['type'],
  { id, name }: Named,
  unit: (Named & { readonly currency?: string | null }) | undefined,
): Target {
  const currency = unit?.currency;
  const scope = currency === undefined ? `${type} ${id}` : `${type} unit ${unit?.id}`;
  return { id, type, name, unit: unit?.name ?? null, currency: currency ?? null, scope };
}

/** The form has the inputs that the API describes for the kind, so its values are the kind's body; the API checks them. */
function described<Body>(values: InputValues): Body {
  return values as Body;
}

async function authUrlOf(
  sent: Promise<{ readonly data?: { readonly data: { readonly auth_url: string | null } } }>,
): Promise<string | null> {
  return (await sent).data?.data.auth_url ?? null;
}
