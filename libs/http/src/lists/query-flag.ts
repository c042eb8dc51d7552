import { Problem } from '@tributary/contracts';
import { readFlag } from '../validation/flag';
import { RawQuery } from './parse-list-query';

/** A true/false parameter of a query string; false where it is absent. @throws Problem (invalid) */
export function queryFlag(raw: RawQuery, parameter: string): boolean {
  const value = raw[parameter];
  if (value === undefined) return false;
  const flag = readFlag(value);
  if (typeof flag === 'boolean') return flag;
  throw Problem.invalid({ [parameter]: [`The ${parameter} must be true or false.`] });
}
