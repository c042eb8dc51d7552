import { BalanceSnapshot, RowOutcome } from '../destination.port';
import { KEY_COLUMN, toBalanceCells } from './layout/cells';
import { placeGone } from './errors';
import { Layout, layoutOfWhole } from './layout/layout';
import { SpreadsheetAccess } from './spreadsheet-access';
import { appendRequest, BatchRequest, columnRequests, markRequests } from './layout/write-requests';

const TITLE = 'Tributary balances';
/** Constant, so that the sheet is found again even if the user renames it. */
export const BALANCES_SHEET_ID = 1_702_110_211;
const COLUMNS: readonly string[] = [KEY_COLUMN, 'Date', 'Account', 'Currency', 'Balance', 'Available'];

/** Writes a snapshot as a row of the sheet of balances, once. @throws DestinationFailure */
export async function writeBalanceRow(
  access: SpreadsheetAccess,
  snapshot: BalanceSnapshot,
): Promise<RowOutcome> {
  const titles = await access.titles();
  const account = titles.get(Number(snapshot.targetExternalId));
  if (account === undefined) throw placeGone();
  const exists = titles.has(BALANCES_SHEET_ID);
  const layout = exists
    ? (await access.edges([BALANCES_SHEET_ID], COLUMNS)).get(BALANCES_SHEET_ID)
    : newSheet();
  if (!layout) throw placeGone();
  const done: RowOutcome = { kind: 'done', destinationId: snapshot.key };
  if (layout.rows.has(snapshot.key)) return done;
  const columns = columnRequests(layout, COLUMNS);
  const row = { key: snapshot.key, cells: toBalanceCells(snapshot, account) };
  const requests: BatchRequest[] = [
    ...(exists ? [] : [{ addSheet: { properties: { sheetId: BALANCES_SHEET_ID, title: TITLE } } }]),
    ...markRequests(layout.view),
    ...columns.requests,
    appendRequest(BALANCES_SHEET_ID, columns, [row]),
  ];
  await access.write(requests, 'write balance');
  return done;
}

/** The layout of a sheet that Google has just created. */
function newSheet(): Layout {
  return layoutOfWhole({
    sheetId: BALANCES_SHEET_ID,
    title: TITLE,
    rowCount: 1000,
    columnCount: 26,
    markId: null,
    rows: new Map(),
  });
}
