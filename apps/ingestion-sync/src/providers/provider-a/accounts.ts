import { boundedText } from '../mapping/document-limits';
import { AccountProfile, Metered } from '../provider.port';
import { ProviderError } from '../provider.errors';
import { ProviderAClient } from './client/client';
import { currencyOf, isJson, Json, textOf, textOrJson } from '../mapping/json-fields';
import { accountAllowance } from './client/rate-limits';

/**
 * Returns the provider's own data of the account, without a call to the institution.
 * @throws ProviderError
 */
export async function readAccount(client: ProviderAClient, accountId: string): Promise<AccountProfile> {
  const { body } = await client.send({
    call: 'GET account',
    method: 'GET',
    path: accountPath(accountId, ''),
  });
  return profileFrom(body);
}

/** Reads the institution's details of the account; costs one call of its allowance. @throws ProviderError */
export async function readDetails(
  client: ProviderAClient,
  accountId: string,
): Promise<Metered<AccountProfile>> {
  const { body, headers } = await client.send({
    call: 'GET details',
    method: 'GET',
    path: accountPath(accountId, 'details/'),
  });
  const allowance = accountAllowance(headers);
  if (isJson(body.account)) return { value: profileFrom(body.account), allowance };
  throw new ProviderError({ kind: 'invalid_answer' }, 'GET details gave no account', allowance);
}

/** Returns the path of an account's resource. */
export function accountPath(accountId: string, rest: string): string {
  return `accounts/${encodeURIComponent(accountId)}/${rest}`;
}

/** Reads the profile from either response (account or details), which use the same names. */
export function profileFrom(account: Json): AccountProfile {
  const text = (member: string): string | null => textOf(account[member]) ?? null;
  return {
    resource_id: text('resourceId'),
    institution_id: text('resourceId'),
    iban: text('iban')?.replaceAll(' ', '').toUpperCase() ?? null,
    bban: text('bban'),
    scan: text('scan'),
    bic: text('bic'),
    msisdn: text('msisdn'),
    account_number_masked: text('maskedPan'),
    currency: currencyOf(account.currency) ?? null,
    owner_name: text('ownerName') ?? text('owner_name'),
    owner_address: addressOf(account),
    name: text('name'),
    display_name: text('displayName'),
    product_name: text('product'),
    cash_account_type: text('cashAccountType'),
    account_usage: text('usage'),
    linked_accounts: text('linkedAccounts'),
    details: text('details'),
    account_category: null,
    raw_type: null,
    meta: null,
  };
}

function addressOf(account: Json): string | null {
  const lines: unknown = account.ownerAddressUnstructured;
  if (Array.isArray(lines) && lines.length > 0)
    return boundedText(lines.filter((line) => textOf(line)).join(', ')) || null;
  return textOf(lines) ?? textOrJson(account.ownerAddressStructured) ?? null;
}
