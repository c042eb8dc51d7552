import { Layout } from './layout';
import { Movement } from './movements';
import { currencyOfCountry, languageOf, OWN_IBAN } from './parties';

export interface CellPlace {
  readonly layout: Layout;
  readonly seed: number;
}

/** Returns the cell of a column by its role, formatted as in the layout. */
export function cellOf(place: CellPlace, movement: Movement, column: number, row: number): string {
  const { layout } = place;
  const role = layout.roles[column] ?? 'other';
  const { cents, party } = movement;
  const currency = currencyOfCountry(layout.country);
  switch (role) {
    case 'booking_date':
      return dateText(movement.booked, layout.date, row);
    case 'value_date':
      return dateText(movement.valued, layout.date, row);
    case 'amount':
      return signedText(layout, cents);
    case 'debit':
      return cents < 0
        ? moneyText(layout, layout.sign.debit === 'negative' ? cents : -cents)
        : emptySide(layout);
    case 'credit':
      return cents > 0 ? moneyText(layout, cents) : emptySide(layout);
    case 'direction':
      return (cents < 0 ? layout.sign.out : layout.sign.in) ?? '';
    case 'balance':
      return layout.sign.rule === 'suffix'
        ? signedText(layout, movement.balanceCents)
        : moneyText(layout, movement.balanceCents);
    case 'fee':
      return moneyText(layout, movement.feeCents);
    case 'currency':
      return currency;
    case 'payee':
      return layout.roles.includes('payer') && cents > 0 ? OWN_NAME : party.name;
    case 'payer':
      return cents > 0 ? party.name : OWN_NAME;
    case 'counterparty_account':
      return row % 4 === 3 ? '' : party.iban;
    case 'account':
      return OWN_IBAN;
    case 'description':
      return column === firstText(layout) ? movement.text : row % 3 === 0 ? `${party.name} ${row}` : '';
    case 'reference':
      return row % 3 === 1 ? '' : `RF${movement.id}`;
    case 'bank_id':
      return movement.id;
    case 'status':
      return layout.style?.status ?? 'Completed';
    default:
      return otherText(place, role, movement, column, row);
  }
}

const OWN_NAME = 'M. Muster';

function firstText({ roles }: Layout): number {
  return roles.indexOf('description');
}

function otherText(
  { layout, seed }: CellPlace,
  role: string,
  movement: Movement,
  column: number,
  row: number,
): string {
  const language = languageOf(layout.country);
  const number = hash(`${seed}/${column}/${row}`);
  const one = <T>(items: readonly T[]): T => items[number % items.length] as T;
  // Some banks repeat the account's own amount and currency for payments in it.
  const repeats = hash(`${layout.name}`) % 2 === 0;
  switch (role) {
    case 'other/kind':
      return one(movement.cents < 0 ? language.kinds.out : language.kinds.in);
    case 'other/category':
      return one(language.categories);
    case 'other/time':
      return `${pad(number % 24)}:${pad(number % 60)}:${pad(number % 59)}`;
    case 'other/rate':
      return movement.foreignCents === null
        ? repeats
          ? plainNumber(layout, '1.0000')
          : ''
        : plainNumber(layout, '1.0837');
    case 'other/foreign_amount':
      if (movement.foreignCents !== null) return signedText(layout, movement.foreignCents);
      return repeats ? signedText(layout, movement.cents) : '';
    case 'other/foreign_currency':
      if (!layout.roles.includes('other/foreign_amount')) return currencyOfCountry(layout.country);
      if (movement.foreignCents !== null) return currencyOfCountry(layout.country) === 'USD' ? 'CAD' : 'USD';
      return repeats ? currencyOfCountry(layout.country) : '';
    case 'other/bic':
      return movement.party.bic;
    case 'other/code':
      return String(1_000 + (hash(`${column}/${movement.party.name}`) % 9_000));
    case 'other/counter':
      return String(row + 1);
    case 'other/constant':
      return 'Current';
    case 'other/own_name':
      return OWN_NAME;
    case 'other/text':
      return row % 2 === 0 ? `note ${row}` : '';
    case 'other/sender_account':
      return movement.cents < 0 ? OWN_IBAN : movement.party.iban;
    case 'other/receiver_account':
      return movement.cents < 0 ? movement.party.iban : OWN_IBAN;
    case 'other/mail':
      return `${movement.party.bic.toLowerCase()}@example.org`;
    case 'other/flag':
      return one(['Y', 'N']);
    case 'other/city':
      return one(['LONDON', 'Utrecht', 'SHANGHAI', 'Graz']);
    case 'other/balance_direction':
      return movement.balanceCents < 0 ? 'DR' : 'CR';
    case 'other/merchant_code':
      return one(['5411', '5812', '4111']);
    case 'other':
      return unknownText(layout, movement, column, row);
    default:
      return '';
  }
}

/** Returns text for a column that the source describes only as not read. */
function unknownText(layout: Layout, movement: Movement, column: number, row: number): string {
  switch (hash(`${layout.name}/${column}`) % 5) {
    case 0:
      return 'Giro';
    case 1:
      return String(100 + (hash(movement.party.name) % 3));
    case 2:
      return row % 2 === 0 ? `x${movement.id}` : '';
    case 3:
      return movement.cents < 0 ? 'POS' : 'TRF';
    default:
      return '';
  }
}

function emptySide(layout: Layout): string {
  return layout.style?.zero === true ? moneyText(layout, 0) : '';
}

function signedText(layout: Layout, cents: number): string {
  switch (layout.sign.rule) {
    case 'words':
      return moneyText(layout, Math.abs(cents));
    case 'suffix':
      return `${moneyText(layout, Math.abs(cents))}${(cents < 0 ? layout.sign.out : layout.sign.in) ?? ''}`;
    case 'inverted':
      return moneyText(layout, -cents);
    case 'brackets':
      return cents < 0 ? `(${moneyText(layout, -cents)})` : moneyText(layout, cents);
    case 'signed':
    case 'both':
    case 'columns':
      return `${layout.style?.plus === true && cents > 0 ? '+' : ''}${moneyText(layout, cents)}`;
  }
}

/** Formats an amount with its minus, decimal mark and thousands. */
function moneyText({ decimal, style, name }: Layout, cents: number): string {
  const [whole = '', part = ''] = (Math.abs(cents) / 100).toFixed(2).split('.');
  const group = style?.group ?? (hash(name) % 3 === 0 ? (decimal === ',' ? '.' : ',') : '');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, group);
  return `${cents < 0 ? '-' : ''}${style?.mark ?? ''}${grouped}${style?.whole === true ? '' : `${decimal}${part}`}${style?.behind ?? ''}`;
}

function plainNumber({ decimal }: Layout, text: string): string {
  return text.replace('.', decimal);
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function dateText(day: string, format: string, row: number): string {
  const [year = '', month = '', date = ''] = day.split('-');
  const parts: Readonly<Record<string, string>> = {
    YYYY: year,
    YY: year.slice(2),
    MMMM: MONTHS[Number(month) - 1] ?? '',
    MMM: MONTHS[Number(month) - 1] ?? '',
    MM: month,
    M: String(Number(month)),
    DD: date,
    D: String(Number(date)),
    HH: pad((row * 7) % 24),
    mm: pad((row * 13) % 60),
    ss: pad((row * 29) % 60),
  };
  return format.replace(/YYYY|YY|MMMM|MMM|MM|M|DD|D|HH|mm|ss/g, (token) => parts[token] ?? '');
}

function pad(number: number): string {
  return String(number).padStart(2, '0');
}

/** Returns a number that is the same for the same text (FNV-1a). */
export function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  return value;
}
