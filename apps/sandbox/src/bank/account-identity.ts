import { stableIndex } from '../state/stable-ids';

/** An invented bank code; no Czech bank has it. */
export const BANK_CODE = '9980';
export const BANK_NAME = 'Berka Bank';
export const BANK_BIC = 'BERKCZPP';

const WEIGHTS = [6, 3, 7, 9, 10, 5, 8, 4, 2] as const;

const WOMEN = 'Jana Eva Hana Anna Lenka Kateřina Lucie Věra Alena Petra Zdeňka'.split(' ');
const MEN = 'Jan Petr Josef Pavel Martin Tomáš Jaroslav Miroslav Zdeněk Václav Jiří'.split(' ');
const SURNAMES = (
  'Novák/Nováková Svoboda/Svobodová Dvořák/Dvořáková Černý/Černá Procházka/Procházková Kučera/Kučerová ' +
  'Veselý/Veselá Horák/Horáková Němec/Němcová Pokorný/Pokorná Marek/Marková Jelínek/Jelínková Růžička/Růžičková'
).split(' ');

/** The domestic number: a check digit makes its weighted sum divisible by 11, as Czech banks require. */
export function domesticNumber(accountId: number): string {
  for (let series = 1; ; series += 1) {
    const digits = String(series * 100_000 + accountId).padStart(9, '0');
    const sum = WEIGHTS.reduce<number>((total, weight, index) => total + weight * Number(digits[index]), 0);
    const check = (11 - (sum % 11)) % 11;
    // Ten has no digit: banks skip such a number, so the next series is tried.
    if (check < 10) return `${digits}${check}`;
  }
}

/** Bank code, prefix of six zeros, number: the Czech BBAN of 20 digits. */
export function bbanOf(accountId: number): string {
  return `${BANK_CODE}000000${domesticNumber(accountId)}`;
}

/** ISO 13616: the check digits make the rearranged number 1 modulo 97. */
export function ibanOf(country: string, bban: string): string {
  const rearranged = `${bban}${country}00`.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  const check = 98n - (BigInt(rearranged) % 97n);
  return `${country}${check.toString().padStart(2, '0')}${bban}`;
}

/** An invented person; the same seed is always the same person. */
export function personName(seed: string): string {
  const isWoman = stableIndex(`${seed}/sex`, 2) === 1;
  const given = isWoman ? WOMEN : MEN;
  const surname = SURNAMES[stableIndex(`${seed}/surname`, SURNAMES.length)]?.split('/')[isWoman ? 1 : 0];
  return `${given[stableIndex(`${seed}/given`, given.length)]} ${surname}`;
}

/** The names of accounts by how often the bank sends statements. */
const PRODUCTS: Readonly<Record<string, string>> = {
  'POPLATEK MESICNE': 'Current account, monthly statement',
  'POPLATEK TYDNE': 'Current account, weekly statement',
  'POPLATEK PO OBRATU': 'Current account, statement after each transaction',
};

export function productName(statementFrequency: string): string {
  return PRODUCTS[statementFrequency] ?? 'Current account';
}
