import { boundedText } from '../mapping/document-limits';
import { currencyOf, isJson, Json, textOf, textOrJson } from '../mapping/json-fields';
import { ProviderError } from '../provider.errors';
import { AccountAccess, AccountProfile, Metered } from '../provider.port';
import { ProviderBClient } from './client/client';
import { sessionPath } from './consent';
import { accountNumbers } from './fields';

/** Reads the account's identification from the session; it is the same in every session. @throws ProviderError */
export async function readAccount(client: ProviderBClient, access: AccountAccess): Promise<AccountProfile> {
  const { accounts_data: accounts } = await client.send({
    call: 'GET session',
    method: 'GET',
    path: sessionPath(access.consent),
  });
  const all = Array.isArray(accounts) ? (accounts as unknown[]).filter(isJson) : [];
  const account = all.find(({ uid }) => uid === access.accountExternalId);
  if (!account) throw new ProviderError({ kind: 'not_found' }, 'GET session gave no such account');
  return profileFrom(account);
}

/** Reads the institution's details of the account; costs one call of its allowance. @throws ProviderError */
export async function readDetails(
  client: ProviderBClient,
  access: AccountAccess,
): Promise<Metered<AccountProfile>> {
  const body = await client.send({
    call: 'GET details',
    method: 'GET',
    path: accountPath(access.accountExternalId, 'details'),
    user: access.user,
  });
  if (textOf(body.identification_hash) === undefined) {
    throw new ProviderError({ kind: 'invalid_answer' }, 'GET details gave no account');
  }
  return { value: profileFrom(body), allowance: null };
}

/** Returns the path of an account's resource. */
export function accountPath(uid: string, rest: string): string {
  return `accounts/${encodeURIComponent(uid)}/${rest}`;
}

/** Uses the hash, which is the same in every session, unlike the uid. */
export function profileFrom(account: Json): AccountProfile {
  const text = (member: string): string | null => textOf(account[member]) ?? null;
  const servicer = isJson(account.account_servicer) ? account.account_servicer : {};
  const numbers = accountNumbers(account.account_id, account.all_account_ids);
  return {
    resource_id: text('identification_hash'),
    institution_id: null,
    iban: numbers.iban ?? null,
    bban: numbers.bban ?? null,
    scan: null,
    bic: textOf(servicer.bic_fi) ?? null,
    msisdn: null,
    account_number_masked: numbers.maskedPan ?? null,
    currency: currencyOf(account.currency) ?? null,
    owner_name: text('name'),
    owner_address: addressOf(account.postal_address),
    name: text('details'),
    display_name: null,
    product_name: text('product'),
    cash_account_type: text('cash_account_type'),
    account_usage: text('usage'),
    linked_accounts: null,
    details: text('psu_status'),
    account_category: null,
    raw_type: null,
    meta: null,
  };
}

function addressOf(address: unknown): string | null {
  if (!isJson(address)) return null;
  const lines: unknown = address.address_line;
  if (Array.isArray(lines) && lines.length > 0)
    return boundedText(lines.filter((line) => textOf(line)).join(', ')) || null;
  const published = Object.entries(address).filter(([, value]) => textOf(value) !== undefined);
  return textOrJson(Object.fromEntries(published)) ?? null;
}
