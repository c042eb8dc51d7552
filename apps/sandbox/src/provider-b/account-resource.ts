import { stableHash } from '../state/stable-ids';
import type { Session } from './provider-b.events';
import { problem } from './problem';
import type { ProviderBState } from './provider-b.state';
import { uidOf } from './sessions';

/** The account as sessions and details show it. */
export function accountResource(state: ProviderBState, session: Session, account: string) {
  const profile = state.bank.account(account)?.profile;
  if (!profile) throw problem('ACCOUNT_DOES_NOT_EXIST');
  const hash = stableHash(`provider-b/identification/${profile.iban}`);
  return {
    uid: uidOf(session, account),
    // The same in every session, unlike the uid.
    identification_hash: hash,
    identification_hashes: [hash],
    account_id: {
      iban: profile.iban,
      other: { identification: profile.bban, scheme_name: 'BBAN', issuer: null },
    },
    all_account_ids: [{ identification: profile.iban, scheme_name: 'IBAN', issuer: null }],
    account_servicer: { bic_fi: null, name: session.aspsp.name, clearing_system_member_id: null },
    name: profile.ownerName,
    details: profile.name,
    usage: 'PRIV',
    cash_account_type: 'CACC',
    product: profile.product,
    currency: profile.currency,
    psu_status: 'Account Holder',
    credit_limit: null,
    postal_address: null,
    legal_age: null,
  };
}
