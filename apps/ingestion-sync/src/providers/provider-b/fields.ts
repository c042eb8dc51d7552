import { isJson, Json, textOf } from '../mapping/json-fields';

/** Numbers that identify an account or a party to a transaction. */
export interface AccountNumbers {
  readonly iban: string | undefined;
  readonly bban: string | undefined;
  readonly pan: string | undefined;
  readonly maskedPan: string | undefined;
}

/**
 * Returns the numbers of an account: `{iban, other: {identification, scheme_name}}`, and a list of further
 * identifications, instead of which some institutions send a single one. The first of each kind counts.
 */
export function accountNumbers(account: unknown, further: unknown): AccountNumbers {
  const own = isJson(account) ? account : {};
  const identifications = [own.other, ...(Array.isArray(further) ? (further as unknown[]) : [further])];
  const known = identifications.filter(isJson);
  const pans = textsOf(known, 'CPAN');
  return {
    iban: (textOf(own.iban) ?? textsOf(known, 'IBAN')[0])?.replaceAll(' ', '').toUpperCase(),
    bban: textsOf(known, 'BBAN')[0],
    pan: pans.find((pan) => !isMasked(pan)),
    maskedPan: pans.find(isMasked),
  };
}

function textsOf(identifications: readonly Json[], scheme: string): string[] {
  return identifications.flatMap(({ scheme_name, identification }) =>
    textOf(scheme_name) === scheme ? (textOf(identification) ?? []) : [],
  );
}

function isMasked(pan: string): boolean {
  return /[^\d\s]/.test(pan);
}
