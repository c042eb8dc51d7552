import { AccountCategory } from '@tributary/contracts';
import { boundedJson } from '../mapping/document-limits';
import { currencyOf, isJson, Json, textOf } from '../mapping/json-fields';
import { AccountAccess, AccountProfile, Metered } from '../provider.port';
import { ProviderCClient } from './client/client';
import { stringifyLossless } from '../mapping/json-decimals';
import { accountAllowance } from './client/rate-limits';
import { fromSecret } from './client/user-secret';

/** @throws ProviderError */
export async function readDetails(
  client: ProviderCClient,
  access: AccountAccess,
): Promise<Metered<AccountProfile>> {
  const { value, allowance } = await fetchAccount(client, access);
  return { value: profileFrom(value), allowance };
}

/**
 * Returns PROVIDER_C's data of the account.
 * @throws ProviderError
 */
export async function fetchAccount(client: ProviderCClient, access: AccountAccess): Promise<Metered<Json>> {
  const { body, headers } = await client.send({
    call: 'GET account',
    method: 'GET',
    path: accountPath(access),
    user: fromSecret(access.consent.secret),
  });
  return { value: body, allowance: accountAllowance(headers) };
}

/** Returns the path of an account, or of a resource of it. */
export function accountPath({ accountExternalId }: AccountAccess, resource?: string): string {
  const path = `accounts/${encodeURIComponent(accountExternalId)}`;
  return resource === undefined ? path : `${path}/${resource}`;
}

export function profileFrom(account: Json): AccountProfile {
  const text = (member: string): string | null => textOf(account[member]) ?? null;
  return {
    resource_id: text('institution_account_id'),
    institution_id: text('institution_account_id'),
    iban: null,
    bban: null,
    scan: null,
    bic: null,
    msisdn: null,
    account_number_masked: maskedNumber(text('number')),
    currency: currencyFrom(account),
    owner_name: null,
    owner_address: null,
    name: text('name'),
    display_name: null,
    product_name: null,
    cash_account_type: null,
    account_usage: null,
    linked_accounts: null,
    details: null,
    account_category: categoryFrom(account),
    raw_type: text('raw_type'),
    meta: metaFrom(account),
  };
}

/** Returns the category; an account of an unknown kind is an investment account. */
export function categoryFrom({ account_category: category }: Json): AccountCategory {
  return category === 'DEPOSIT' || category === 'LOC' ? category : 'INVESTMENT';
}

function currencyFrom({ balance }: Json): string | null {
  const total = isJson(balance) ? balance.total : undefined;
  return isJson(total) ? (currencyOf(total.currency) ?? null) : null;
}

const SHOWN_CHARACTERS = 4;

/** Returns a masked number: some brokers mask it themselves, of others only the last digits are stored. */
function maskedNumber(number: string | null): string | null {
  if (number === null || number.includes('*')) return number;
  const shown = number.length > SHOWN_CHARACTERS ? number.slice(-SHOWN_CHARACTERS) : '';
  return `${'*'.repeat(number.length - shown.length)}${shown}`;
}

const META_MEMBERS = ['status', 'created_date', 'opening_date', 'funding_date', 'institution_name', 'meta'];

/** Returns the JSON text of the members that have no field in our document. */
function metaFrom(account: Json): string | null {
  const published = META_MEMBERS.flatMap((member) => {
    const value = account[member];
    const isEmpty =
      value === undefined || value === null || (isJson(value) && Object.keys(value).length === 0);
    return isEmpty ? [] : [[member, value] as const];
  });
  return published.length === 0 ? null : boundedJson(stringifyLossless(Object.fromEntries(published)));
}
