import { Fields } from '../server/fields';
import { invalid } from '../server/problem';
import { activityFrom, type Activity } from './activity';
import type { BrokerageChange } from './brokerage-account';
import { UnknownInstrument } from './instruments';

/**
 * Reads `{"add": [{id, type, trade_date, description, amount?, currency?, units?, price?, fee?, symbol?, reference?}],
 * "remove": [ids], "reissue_ids": true}`; numbers as text.
 */
export function brokerageChangeFromBody(body: unknown): BrokerageChange {
  const given = new Fields(body);
  return {
    add: given.list('add')?.map((row) => addedActivity(new Fields(row, 'a row'))),
    remove: given.list('remove')?.map(String),
    reissueIds: given.boolean('reissue_ids'),
  };
}

function addedActivity(row: Fields): Activity {
  const text = (name: string): string | null => row.text(name) ?? null;
  row.required('type');
  try {
    return activityFrom(text, {
      id: row.required('id'),
      tradeDate: text('trade_date'),
      settlementDate: text('settlement_date'),
      option: null,
      description: text('description') ?? '',
    });
  } catch (cause) {
    throw cause instanceof UnknownInstrument ? invalid(cause.message, { cause }) : cause;
  }
}
