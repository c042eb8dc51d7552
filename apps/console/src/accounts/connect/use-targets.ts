import type { CreateTransferLinkBody } from '@tributary/client';
import { $api } from '../../api/api';

/** Something that an account's transactions can be sent to. */
export interface Target {
  readonly destination_type: CreateTransferLinkBody['destination_type'];
  readonly destination_id: string;
  readonly name: string;
  /** The budget, spreadsheet or database that it is in. */
  readonly group: string;
}

const QUERY = { 'page[size]': 100 } as const;

/** Everything that connected destinations offer. */
export function useTargets() {
  const budgeta = $api.useQuery('get', '/destinations/budgeta/accounts', {
    params: { query: { ...QUERY, include: ['budget'] } },
  });
  const budgetb = $api.useQuery('get', '/destinations/budgetb/accounts', {
    params: { query: { ...QUERY, include: ['budget'] } },
  });
  const sheets = $api.useQuery('get', '/destinations/sheets/sheets', {
    params: { query: { ...QUERY, include: ['spreadsheet'] } },
  });
  const workspace = $api.useQuery('get', '/destinations/workspace/data-sources', {
    params: { query: { ...QUERY, include: ['database'] } },
  });
  const targets: Target[] = [
    ...(budgeta.data?.data ?? []).map(({ id, name, budget }) =>
      target('BUDGETA', id, name, budget?.name, 'Budget'),
    ),
    ...(budgetb.data?.data ?? []).map(({ id, name, budget }) =>
      target('BUDGETB', id, name, budget?.name, 'Budget'),
    ),
    ...(sheets.data?.data ?? []).map(({ id, name, spreadsheet }) =>
      target('SHEETS', id, name, spreadsheet?.name, 'Spreadsheet'),
    ),
    ...(workspace.data?.data ?? []).map(({ id, name, database }) =>
      target('WORKSPACE', id, name, database?.name, 'Workspace'),
    ),
  ];
  const queries = [budgeta, budgetb, sheets, workspace];
  return {
    targets,
    isPending: queries.some(({ isPending }) => isPending),
    failed: queries.find(({ isError }) => isError) ?? null,
  };
}

function target(
  destination_type: Target['destination_type'],
  destination_id: string,
  name: string | null,
  parent: string | null | undefined,
  kind: string,
): Target {
  return {
    destination_type,
    destination_id,
    name: name || `Nr. ${destination_id}`,
    group: parent ? `${kind}: ${parent}` : kind,
  };
}
