import { PayloadVersion } from '../documents/webhook.documents';
import { accountKeyIn } from './event-names';
import { Fields, ITEM_KINDS } from './fields';
import { PayloadView, viewedAccount, viewedConnection, viewedItem, viewedRule } from './payload-view';

/** What a message tells of, as resources with nothing left out. */
export interface EventData {
  readonly financial_account?: Fields;
  readonly transactions?: readonly Fields[];
  readonly balances?: readonly Fields[];
  readonly holdings?: readonly Fields[];
  readonly financial_connection?: Fields;
  readonly rule?: Fields;
}

/** `data` of a message as one reader may see it. */
export function viewedData(data: EventData, view: PayloadView, version: PayloadVersion): Fields {
  const viewed: Record<string, unknown> = {};
  if (data.financial_account) viewed[accountKeyIn(version)] = viewedAccount(data.financial_account, view);
  for (const kind of ITEM_KINDS) {
    const items = data[kind];
    if (items) viewed[kind] = items.map((item) => viewedItem(kind, item, view));
  }
  if (data.financial_connection) {
    viewed['financial_connection'] = viewedConnection(data.financial_connection, view);
  }
  if (data.rule) viewed['rule'] = viewedRule(data.rule, view);
  return viewed;
}
