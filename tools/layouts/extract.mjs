#!/usr/bin/env node
/**
 * Makes the table of bank layouts that `layouts.unit.test.ts` reads:
 *
 *   node tools/layouts/extract.mjs FOLDER > apps/ingestion-sync/test/imports/layouts/layouts.jsonl
 *
 * FOLDER has a checkout of each repository of `sources.mjs`, named `owner+name`. Only facts are taken: the names of
 * columns and their order, delimiters, formats of dates, which column has what, and how money that left the account is
 * told from money that came in. No test runs this: the table is committed.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { TextDecoder } from 'node:util';
import { fromBank2ynab, fromFirefly } from './configurations.mjs';
import { HEADERS } from './headers.mjs';
import { roleOf } from './roles.mjs';
import { SOURCES } from './sources.mjs';

const ENCODINGS = ['utf-8', 'gb18030', 'windows-1252'];

function main(folder) {
  if (folder === undefined) throw new Error('Usage: extract.mjs FOLDER');
  const at = (repository) => path.join(folder, repository.replace('/', '+'));
  const named = Object.entries(HEADERS).flatMap(([repository, lines]) =>
    lines
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => ({ repository, ...layoutOfLine(at(repository), line) })),
  );
  const configured = [
    ['bank2ynab/bank2ynab', fromBank2ynab],
    ['firefly-iii/import-configurations', fromFirefly],
  ].flatMap(([repository, read]) => read(at(repository)).map((layout) => ({ repository, ...layout })));
  const layouts = distinct([...named, ...configured]);
  const twice = layouts.find(
    ({ name }, index) => layouts.findIndex((other) => other.name === name) !== index,
  );
  if (twice !== undefined) throw new Error(`Two layouts are named ${twice.name}.`);
  const lines = layouts.map((layout) => JSON.stringify(inOrder(layout)));
  process.stdout.write(`${lines.join('\n')}\n`);
  process.stderr.write(
    `${layouts.length} layouts, ${named.length} of them with the names of their columns\n`,
  );
}

function layoutOfLine(folder, line) {
  const [name, where, delimiter, date, decimal, roles, options] = line
    .split(' | ')
    .map((cell) => cell.trim());
  const given = optionsOf(options ?? '');
  const { file, header, before } = headerOf(folder, where, delimiter, given);
  const columns = roles.split(' ').map(roleOf);
  if (header !== null && header.length !== columns.length) {
    throw new Error(`${name}: ${header.length} names, ${columns.length} roles: ${header.join(delimiter)}`);
  }
  const [country] = name.split(' ');
  return {
    name,
    country,
    path: file,
    delimiter: delimiter === 'tab' ? '\t' : delimiter,
    encoding: given.enc ?? 'utf-8',
    header,
    before: Number(given.before ?? before),
    after: Number(given.after ?? 0),
    date,
    decimal,
    roles: columns,
    sign: signOf(columns, given),
    ...(given.order === undefined ? {} : { order: given.order }),
    ...styleOf(given),
  };
}

function optionsOf(text) {
  const entries = text
    .split(/ +/)
    .filter((option) => option !== '')
    .map((option) => {
      const at = option.indexOf('=');
      return at === -1 ? [option, true] : [option.slice(0, at), option.slice(at + 1).replaceAll('+', ' ')];
    });
  return Object.fromEntries(entries);
}

function signOf(columns, { out, in: incoming, sign, debit }) {
  const rule = columns.includes('amount')
    ? (sign ?? (columns.includes('direction') ? 'words' : 'signed'))
    : 'columns';
  return {
    rule,
    ...(out === undefined ? {} : { out, in: incoming }),
    ...(debit === undefined ? {} : { debit }),
  };
}

/** How cells are written, where it is not the plain form. */
function styleOf({ zero, plus, mark, behind, group, status, trail, whole }) {
  const style = { zero, plus, mark, behind, group, status, trail, whole };
  const said = Object.entries(style).filter(([, value]) => value !== undefined);
  return said.length === 0 ? {} : { style: Object.fromEntries(said) };
}

/** The names of the columns: given and verified, or read from a line of the file; null where the file has none. */
function headerOf(folder, where, delimiter, { enc, trail }) {
  const [file, names] = where.split(' = ');
  if (names === undefined) {
    const [, named, line] = /^(.*):(\d+)$/.exec(file);
    const text = lineOf(path.join(folder, named.replaceAll('+', ' ')), Number(line), enc);
    const cells = cellsOf(text.replace(/^(?:# (?=\w)|#(?=")|\s*\/\/ ?)/, ''), delimiter);
    return {
      file: named.replaceAll('+', ' '),
      header: trail ? withoutLast(cells) : cells,
      before: Number(line) - 1,
    };
  }
  const inFile = path.join(folder, file.replaceAll('+', ' '));
  if (!existsSync(inFile)) throw new Error(`There is no ${inFile}.`);
  if (names === '-') return { file: file.replaceAll('+', ' '), header: null, before: 0 };
  const header = cellsOf(names, names.includes(';') ? ';' : ',');
  verify(header, readFileSync(inFile), file);
  return { file, header, before: 0 };
}

function withoutLast(cells) {
  return cells.at(-1) === '' ? cells.slice(0, -1) : cells;
}

function lineOf(file, number, enc) {
  const bytes = readFileSync(file);
  for (const encoding of enc === undefined ? ENCODINGS : [enc, ...ENCODINGS]) {
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
      return text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/)[number - 1];
    } catch {
      continue;
    }
  }
  throw new Error(`${file} is in no known encoding.`);
}

function cellsOf(line, delimiter) {
  const cells = [];
  let [cell, quoted] = ['', false];
  for (const character of line) {
    if (character === '"') quoted = !quoted;
    else if (character === delimiter && !quoted) {
      cells.push(cell.trim());
      cell = '';
    } else cell += character;
  }
  return [...cells, cell.trim()];
}

/** Names that were copied by hand must stand in the file that is named as their source. */
function verify(names, bytes, file) {
  const text = new TextDecoder().decode(bytes).replace(/\s+/g, ' ');
  const missing = names.filter((name) => !text.includes(name) && !/[^\0-\x7f]/.test(name));
  if (missing.length > 0) throw new Error(`${file} does not name ${missing.join(', ')}.`);
}

/** One of those that agree in names, roles and format. */
function distinct(layouts) {
  const seen = new Map();
  for (const layout of layouts) {
    const { header, roles, delimiter, date, decimal, sign, before } = layout;
    const key = JSON.stringify(
      header === null
        ? [roles, delimiter, date, decimal, sign, before > 0]
        : [header, roles, delimiter, decimal],
    );
    if (!seen.has(key)) seen.set(key, layout);
  }
  return [...seen.values()];
}

function inOrder({ name, country, repository, path: file, ...rest }) {
  const licence = SOURCES[repository];
  if (licence === undefined) throw new Error(`The licence of ${repository} is not stated.`);
  return { name, country, source: { repository, path: file, licence }, ...rest };
}

main(process.argv[2]);
