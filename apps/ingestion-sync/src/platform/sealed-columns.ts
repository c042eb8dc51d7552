import { SealedColumn } from '@tributary/service';
import { consentContext } from '../connections/consents/consent-secret';
import { presentUserContext } from '../accounts/present-user';
import { providerKeysContext } from '../providers/keys/stored-provider-keys';
import { pieceContext } from '../imports/file-pieces';
import { rejectedContext } from '../transactions/unread/unread-rows';

const ofConsent = {
  column: 'consent_secret',
  type: 'text',
  contextColumns: ['consent_id'],
  contextOf: ({ consent_id }) => consentContext(consent_id ?? ''),
} as const satisfies Partial<SealedColumn>;

/** Everything that this service seals. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: 'connections', key: 'id', ...ofConsent },
  { table: 'consent_setups', key: 'connection_id', ...ofConsent },
  { table: 'unwanted_consents', key: 'id', ...ofConsent },
  {
    table: 'financial_accounts',
    column: 'present_user_sealed',
    key: 'id',
    type: 'text',
    contextColumns: ['user_id'],
    contextOf: ({ user_id }) => presentUserContext(user_id ?? ''),
  },
  {
    table: 'provider_keys',
    column: 'keys_sealed',
    key: 'id',
    type: 'text',
    contextColumns: ['provider'],
    contextOf: ({ provider }) => providerKeysContext(provider ?? ''),
  },
  {
    table: 'file_import_pieces',
    column: 'piece_sealed',
    key: 'id',
    type: 'text',
    contextColumns: ['import_id', 'index'],
    contextOf: ({ import_id, index }) => pieceContext(import_id ?? '', index ?? ''),
  },
  {
    table: 'rejected_transactions',
    column: 'raw_sealed',
    key: 'id',
    type: 'text',
    contextColumns: ['account_id', 'fingerprint'],
    contextOf: ({ account_id, fingerprint }) => rejectedContext(account_id ?? '', fingerprint ?? ''),
  },
];
