/** Layouts that a program's configuration states in full: which column has what, but seldom what the bank calls it. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** What a country writes, where the configuration does not say it. */
const POINT = new Set(['AU', 'CA', 'CH', 'CN', 'GB', 'HK', 'IE', 'IN', 'MV', 'MX', 'NZ', 'SG', 'US', 'ZA']);
const COUNTRIES = { UK: 'GB', Revolut: 'GB', NETELLER: 'GB' };

/** Sections whose column names are known, so that `headers.mjs` has them; and some that say too little. */
const LEFT_OUT =
  /^(DEFAULT|Mint|Wise|Revolut|Crypto|Hibiscus|Personal Capital|BE |BR Inter|CH |CZ Ceska|CZ Raiff|DE Commerzbank|DE N26|DE Ostsee|DK Danske|DK Jyske|HU Erste|IE (Bank|Ulster|First)|NL (Bunq|bunqDesktop software$|KNAB|Rabobank-2018|Rabobank Credit|ING)|PL |SE (Läns|Nordea|Sparbanken|Swedbank 2020)|SG (OCBC|UOB)|UK (Monzo|first|John Lewis Partnership Card \(Pre|Barclaycard Business))/;

/** @returns layouts of bank2ynab.conf that state a date and an amount */
export function fromBank2ynab(folder) {
  const text = readFileSync(path.join(folder, 'bank2ynab.conf'), 'utf8');
  return text
    .split(/^\[/m)
    .slice(1)
    .map(sectionOf)
    .filter(({ name, settings }) => !LEFT_OUT.test(name) && settings['input columns'] !== undefined)
    .map(layoutOfSection)
    .filter(isUsable);
}

function sectionOf(text) {
  const settings = {};
  for (const line of text.split(/\r?\n/).slice(1)) {
    const [, key, value] = /^([A-Za-z -]+?)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    if (key !== undefined) settings[key.toLowerCase()] = value;
  }
  return { name: text.slice(0, text.indexOf(']')), settings };
}

function layoutOfSection({ name, settings }) {
  const [first] = name.split(' ');
  const country = COUNTRIES[first] ?? (/^[A-Z]{2}$/.test(first) ? first : 'GB');
  const columns = settings['input columns'].split(',').map((column) => column.trim());
  const has = (column) => columns.includes(column);
  const both = has('Inflow') && has('Outflow');
  const swapped = /Inflow,Outflow/.test(settings['output columns'] ?? '') && settings.plugin === undefined;
  const [, out, incoming] = (settings['inflow or outflow indicator'] ?? '').split(',');
  // Two columns of inflow: the first has what left the account, with a minus.
  const signedDebit = columns.filter((column) => column === 'Inflow').length === 2;
  let inflows = 0;
  const roles = columns.map((column) => {
    if (column === 'Inflow') inflows += 1;
    switch (column) {
      case 'Date':
        return 'booking_date';
      case 'Payee':
        return 'payee';
      case 'Memo':
        return 'description';
      case 'Inflow':
        if (signedDebit) return (inflows === 1) === (country === 'CH') ? 'debit' : 'credit';
        return both ? 'credit' : 'amount';
      case 'Outflow':
        return both ? 'debit' : 'amount';
      case 'Amount':
        return 'amount';
      case 'Running Balance':
        return 'balance';
      case 'CDFlag':
        return 'direction';
      case 'Category':
        return 'other/category';
      default:
        return 'other';
    }
  });
  const inverted = swapped || (has('Outflow') && !both);
  return {
    name,
    country,
    path: 'bank2ynab.conf',
    delimiter: (settings['source csv delimiter'] ?? ',').replace('\\t', '\t'),
    encoding: 'utf-8',
    header: null,
    before: Number(settings['header rows'] ?? 1),
    after: Number(settings['footer rows'] ?? 0),
    date: dateOf(settings['date format'] ?? '', country),
    decimal: POINT.has(country) || settings['source csv delimiter'] === undefined ? '.' : ',',
    roles,
    sign: {
      rule: has('CDFlag') ? 'words' : both || signedDebit ? 'columns' : inverted ? 'inverted' : 'signed',
      // ING's two sections contradict each other; its own word for money that left is "Af".
      ...(out === undefined ? {} : out === 'Bij' ? { out: 'Af', in: 'Bij' } : wordsOf(out, incoming)),
      ...(signedDebit ? { debit: 'negative' } : {}),
    },
  };
}

/** bank2ynab names the word of outflow first for some banks and last for others: the words themselves say it. */
function wordsOf(first, second) {
  const out = /^(D|Debet|S|Af)$/;
  return out.test(first) ? { out: first, in: second } : { out: second, in: first };
}

function dateOf(format, country) {
  const tokens = { Y: 'YYYY', y: 'YY', m: 'MM', d: 'DD', b: 'MMM', B: 'MMMM', H: 'HH', M: 'mm', S: 'ss' };
  const date = format.trim().replace(/%([A-Za-z])/g, (_, letter) => tokens[letter]);
  if (date !== '' && date !== 'DD.MM') return date;
  if (country === 'US') return 'MM/DD/YYYY';
  return POINT.has(country) ? 'DD/MM/YYYY' : 'DD.MM.YYYY';
}

const FIREFLY = {
  date_transaction: 'booking_date',
  date_book: 'booking_date',
  date_interest: 'value_date',
  date_payment: 'value_date',
  date_process: 'value_date',
  amount: 'amount',
  amount_negated: 'amount',
  amount_debit: 'debit',
  amount_credit: 'credit',
  'generic-debit-credit': 'direction',
  'currency-code': 'currency',
  amount_foreign: 'other/foreign_amount',
  'foreign-currency-code': 'other/foreign_currency',
  'opposing-name': 'payee',
  'opposing-number': 'counterparty_account',
  'opposing-iban': 'counterparty_account',
  'account-number': 'account',
  'account-iban': 'account',
  'account-name': 'other/own_name',
  'opposing-bic': 'other/bic',
  'account-bic': 'other/bic',
  description: 'description',
  note: 'description',
  'external-id': 'bank_id',
  internal_reference: 'reference',
  'category-name': 'other/category',
  'tags-comma': 'other/category',
  'tags-space': 'other/category',
};
const DELIMITERS = { comma: ',', semicolon: ';', tab: '\t' };

/** @returns layouts of the collection of Firefly III, those of its own exports and of other programs left out */
export function fromFirefly(folder) {
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter((file) => /^[a-z]{2}\/.*\.json$/.test(file) && !/parsed|report/.test(file))
    .sort()
    .map((file) => layoutOfConfiguration(file, JSON.parse(readFileSync(path.join(folder, file), 'utf8'))))
    .filter((layout) => layout !== null && isUsable(layout));
}

function layoutOfConfiguration(file, { roles, headers, date, delimiter }) {
  if (!Array.isArray(roles) || DELIMITERS[delimiter] === undefined) return null;
  const country = file.slice(0, 2).toUpperCase();
  const booked = roles.includes('date_book');
  const columns = roles.map((role) => {
    if (role === 'date_transaction' && booked) return 'value_date';
    return FIREFLY[role] ?? (role.startsWith('sepa') ? 'other/code' : 'other');
  });
  const rule = columns.includes('direction')
    ? 'words'
    : columns.includes('amount')
      ? roles.includes('amount_negated')
        ? 'inverted'
        : 'signed'
      : 'columns';
  return {
    name: `${country} ${file
      .slice(3)
      .replace(/\/(default|import)\.json$|\.json$/, '')
      .replaceAll('/', ' ')}`,
    country,
    path: file,
    delimiter: DELIMITERS[delimiter],
    encoding: 'utf-8',
    header: null,
    before: headers ? 1 : 0,
    after: 0,
    date: dayOf(date),
    decimal: POINT.has(country) ? '.' : ',',
    roles: columns,
    sign:
      rule === 'words'
        ? { rule, ...((file === KNAB ? undefined : WORDS[country]) ?? { out: 'D', in: 'C' }) }
        : { rule },
  };
}

/** What a column of Firefly's role "debit or credit" has in the country's files. */
const KNAB = 'nl/knab/knab.json';
const WORDS = {
  NL: { out: 'Af', in: 'Bij' },
  DE: { out: 'S', in: 'H' },
  LV: { out: 'D', in: 'K' },
  LT: { out: 'D', in: 'K' },
};

/** PHP's letters of dates. */
function dayOf(format) {
  const tokens = {
    d: 'DD',
    j: 'D',
    m: 'MM',
    n: 'M',
    M: 'MMM',
    F: 'MMMM',
    Y: 'YYYY',
    y: 'YY',
    H: 'HH',
    G: 'HH',
    i: 'mm',
    s: 'ss',
  };
  return (
    format
      .replace(/^[a-z_]{2,5}:/i, '')
      .replace(/[!|]/g, '')
      .replaceAll('#', '/')
      // A clock of twelve hours is left out.
      .replace(/ ?[gh]:i.*$/, '')
      .replace(/\\?([A-Za-z])/g, (all, letter) => (all.startsWith('\\') ? letter : (tokens[letter] ?? '')))
      .replace(/\.$/, '')
      .trim()
  );
}

function isUsable({ roles, date }) {
  const count = (role) => roles.filter((one) => one === role).length;
  const money = count('amount') === 1 || (count('debit') === 1 && count('credit') === 1);
  const dated = count('booking_date') === 1 && /D/.test(date) && /M/.test(date) && /Y/.test(date);
  return money && dated && roles.length > 2;
}
