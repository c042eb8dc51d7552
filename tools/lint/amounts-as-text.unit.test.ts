import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../..');

const DECLARED = `
interface Row { amount: string; balance: string | null; cleared: boolean; net_worth: string; kind: string }
declare const a: Row;
declare const b: Row;
declare const amount: string | undefined;
declare const rounded: 'exact' | 'near';
declare const units: { amount: bigint };
declare const list: { amount: number };
declare const known: Set<string>;
declare const rows: Row[];
`;

const REPORTED = [
  `export const r0 = a.amount === '0';`,
  `export const r1 = a.amount !== b.amount;`,
  `export const r2 = a.amount < b.amount;`,
  `export const r3 = a.balance === b.balance;`,
  `export const r4 = a.amount.localeCompare(b.amount);`,
  `export const r5 = known.has(a.amount);`,
  `export const r6 = new Set(rows.map((row) => row.amount));`,
  `export const r7 = a.amount.startsWith('-');`,
  `export const r8 = a.kind === '0.00';`,
  `export const r9 = a['net_worth'] >= b.net_worth;`,
  `export const r10 = (a.balance ?? '') === b.balance;`,
  `switch (a.amount) { case '0': break; default: break; }`,
];

const ALLOWED = [
  `export const o0 = amount === undefined || a.balance === null;`,
  `export const o1 = a.amount === '';`,
  `export const o2 = rounded === 'exact';`,
  `export const o3 = units.amount === 0n || list.amount > 1;`,
  `export const o4 = a.cleared === b.cleared;`,
  `export const o5 = a.kind === b.kind && known.has(a.kind);`,
  `export const o6 = a.kind.startsWith('-');`,
];

/** ESLint with the rule alone, over a program of the one file; prints the lines, and whether the repository has the rule. */
const PROGRAM = `
import { Linter } from 'eslint';
import ts from 'typescript';
import tseslint from 'typescript-eslint';
import config from './eslint.config.mjs';
const [file] = process.argv.slice(1);
const program = ts.createProgram([file], { strict: true, target: ts.ScriptTarget.ES2022, types: [] });
const rule = config.find(({ plugins }) => plugins?.house)?.plugins.house;
const messages = new Linter({ cwd: '/' }).verify(ts.sys.readFile(file), [{
  files: ['**/*.ts'],
  languageOptions: { parser: tseslint.parser, parserOptions: { programs: [program] } },
  plugins: { house: rule },
  rules: { 'house/amounts-as-text': 'error' },
}], { filename: file });
const isOn = config.some(({ files, rules }) =>
  files?.includes('**/*.{ts,tsx}') && rules?.['house/amounts-as-text'] === 'error');
console.log(JSON.stringify({ isOn, lines: messages.map(({ line }) => line), fatal: messages.filter(({ fatal }) => fatal) }));
`;

it('reports amounts that are compared as texts, and nothing else', () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'tributary-lint-'));
  const file = path.join(directory, 'amounts.ts');
  writeFileSync(file, [...REPORTED, ...ALLOWED].join('\n') + DECLARED);
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', PROGRAM, file], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  rmSync(directory, { recursive: true });
  expect(JSON.parse(stdout || JSON.stringify({ stderr }))).toEqual({
    isOn: true,
    lines: REPORTED.map((_, at) => at + 1),
    fatal: [],
  });
});
