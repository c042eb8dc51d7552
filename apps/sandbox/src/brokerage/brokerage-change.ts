import { activity, type Activity } from './activity';
import type { BrokerageChange } from './brokerage-account';
import { instrument } from './instruments';
import { invalid } from '../server/problem';

/**
 * `{"add": [{id, type, trade_date, description, amount?, currency?, units?, price?, fee?, symbol?, reference?}],
 * "remove": [ids], "reissue_ids": true}`; numbers as text.
 */
export function brokerageChangeFromBody(body: unknown): BrokerageChange {
  const given = objectOf(body);
  return {
    add: listIn(given, 'add').map((row) => activityFrom(objectOf(row))),
    remove: listIn(given, 'remove').map(String),
    reissueIds: given['reissue_ids'] === true,
  };
}

function activityFrom(row: Record<string, unknown>): Activity {
  const symbol = textIn(row, 'symbol');
  return activity({
    id: required(row, 'id'),
    type: required(row, 'type'),
    tradeDate: textIn(row, 'trade_date'),
    settlementDate: textIn(row, 'settlement_date'),
    description: textIn(row, 'description') ?? '',
    instrument: symbol === null ? null : known(symbol),
    units: textIn(row, 'units'),
    price: textIn(row, 'price'),
    amount: textIn(row, 'amount'),
    fee: textIn(row, 'fee'),
    currency: textIn(row, 'currency'),
    fxRate: textIn(row, 'fx_rate'),
    reference: textIn(row, 'reference'),
  });
}

function known(symbol: string): ReturnType<typeof instrument> {
  try {
    return instrument(symbol);
  } catch (cause) {
    throw invalid(`symbol ${symbol} is not known`, { cause });
  }
}

function objectOf(value: unknown): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>;
  }
  throw invalid('a change and its rows are JSON objects');
}

function listIn(body: Record<string, unknown>, member: string): unknown[] {
  const list = body[member] ?? [];
  if (Array.isArray(list)) return list;
  throw invalid(`${member} must be a list`);
}

function textIn(row: Record<string, unknown>, member: string): string | null {
  const value = row[member] ?? null;
  if (value === null || typeof value === 'string') return value;
  throw invalid(`${member} must be text`);
}

function required(row: Record<string, unknown>, member: string): string {
  const value = textIn(row, member);
  if (value !== null && value !== '') return value;
  throw invalid(`${member} is required`);
}
