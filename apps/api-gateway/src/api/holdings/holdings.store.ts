import { HoldingDocument } from '@tributary/contracts';
import { ListQuery } from '@tributary/http';
import { Access } from '../../identity/access/access';
import { ofGrantedAccounts } from '../../rest/lists/granted-rows';
import { DocumentRow, rowsOf } from '../../rest/lists/row-list';

export interface HoldingRow extends DocumentRow<HoldingDocument> {
  readonly account_id: number;
}

/** The positions of a granted account. */
export const HOLDINGS = rowsOf<HoldingRow, [access: Access, accountId: number]>({
  from: 'holdings h',
  columns: 'h.id, h.account_id, h.created_at, h.updated_at, h.document',
  condition: (parameters, access, accountId) =>
    `${ofGrantedAccounts(parameters, access, 'h')} and h.account_id = ${parameters.add(accountId)}::bigint`,
}).listedBy({
  sorts: {
    id: 'h.id',
    created_at: 'h.created_at',
    updated_at: 'h.updated_at',
    'instrument.symbol': `h.document #>> '{instrument,symbol}'`,
    market_value: `(h.document ->> 'market_value')::numeric`,
  },
  defaultSort: 'instrument.symbol',
});

export type HoldingQuery = ListQuery<typeof HOLDINGS>;
