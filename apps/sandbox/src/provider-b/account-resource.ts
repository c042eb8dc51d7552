import { stableHash } from '../state/stable-ids';
import { problem } from './problem';
import type { ProviderBState } from './provider-b.state';
import { uidOf, type Session } from './sessions';

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
      other: { identification: profile.bban, scheme_name: 'BBAN' },
    },
    all_account_ids: [{ identification: profile.iban, scheme_name: 'IBAN' }],
    account_servicer: { name: session.aspsp.name },
    name: profile.ownerName,
    details: profile.name,
    usage: 'PRIV',
    cash_account_type: 'CACC',
    product: profile.product,
    currency: profile.currency,
    psu_status: 'Account Holder',
  };
}
