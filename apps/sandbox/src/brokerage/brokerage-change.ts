import { activityFrom, type Activity } from './activity';
import type { BrokerageChange } from './brokerage-account';
import { UnknownInstrument } from './instruments';
import { invalid } from '../server/problem';

/**
 * `{"add": [{id, type, trade_date, description, amount?, currency?, units?, price?, fee?, symbol?, reference?}],
 * "remove": [ids], "reissue_ids": true}`; numbers as text.
 */
export function brokerageChangeFromBody(body: unknown): BrokerageChange {
  const given = objectOf(body);
  return {
    add: listIn(given, 'add').map((row) => addedActivity(objectOf(row))),
    remove: listIn(given, 'remove').map(String),
    reissueIds: given['reissue_ids'] === true,
  };
}

function addedActivity(row: Record<string, unknown>): Activity {
  const text = (member: string): string | null => textIn(row, member);
  required(row, 'type');
  try {
    return activityFrom(text, {
      id: required(row, 'id'),
      tradeDate: text('trade_date'),
      settlementDate: text('settlement_date'),
      option: null,
      description: text('description') ?? '',
    });
  } catch (cause) {
    throw cause instanceof UnknownInstrument ? invalid(cause.message, { cause }) : cause;
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
