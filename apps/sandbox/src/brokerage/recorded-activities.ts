import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataFolder } from '../state/data-folder';
import { addDays } from '@tributary/money';
import { stableUuid } from '../state/stable-ids';
import { activityFrom, type Activity } from './activity';
import { optionOn, type OptionContract } from './instruments';

type Row = ReadonlyMap<string, string>;

let recorded: readonly Row[] | undefined;

/** The activities of an account in `data/brokers/activities.csv`; `lastDay` is the day 0 of the file. */
export function recordedActivities(accountKey: string, lastDay: string): Activity[] {
  return (recorded ??= rowsOfFile())
    .filter((row) => row.get('account') === accountKey)
    .map((row, index) => fromRow(row, stableUuid(`${accountKey}/${index + 1}`), lastDay));
}

function rowsOfFile(): Row[] {
  const text = readFileSync(join(dataFolder('brokers'), 'activities.csv'), 'utf8');
  const [names = [], ...rows] = text
    .trimEnd()
    .split('\n')
    .map((line) => line.split(';'));
  return rows.map((values) => new Map(names.map((name, column) => [name, values[column] ?? ''])));
}

function fromRow(row: Row, id: string, lastDay: string): Activity {
  const dated = (name: string): string | null => {
    const [, daysAgo, time] = /^(-?\d+)(.*)$/.exec(row.get(name) ?? '') ?? [];
    return daysAgo === undefined ? null : `${addDays(lastDay, -Number(daysAgo))}${time}`;
  };
  const option = optionFrom(row.get('option') ?? '', lastDay);
  return activityFrom((name) => row.get(name) || null, {
    id,
    tradeDate: dated('trade_date'),
    settlementDate: dated('settlement_date'),
    option,
    description: (row.get('description') ?? '').replace('{option}', option?.ticker ?? ''),
  });
}

/** Reads `ACRN CALL 200 330`, and ` mini` for a mini option; the last number is the days until it expires, backwards. */
function optionFrom(text: string, lastDay: string): OptionContract | null {
  const [symbol = '', type, strike = '', daysAgo, size] = text.split(' ');
  if (symbol === '') return null;
  const expires = addDays(lastDay, -Number(daysAgo));
  return optionOn(symbol, type === 'PUT' ? 'PUT' : 'CALL', strike, expires, size === 'mini');
}
