import { UserData } from '@tributary/service';

const RULES = 'select id from rules where user_id = $1';

/** What this service keeps of users. */
export const USER_DATA: UserData = {
  tables: [
    {
      table: 'rule_applications',
      of: 't.user_id = $1',
      handedOver: { kind: 'rule_applications' },
    },
    { table: 'rule_logs', of: 't.user_id = $1', handedOver: { kind: 'rule_logs' } },
    {
      table: 'shaped_transactions',
      of: 't.user_id = $1',
      // What came from the provider is handed over by ingestion-sync.
      handedOver: {
        kind: 'shaped_transactions',
        key: 't.transaction_id',
        without: ['raw', 'hash', 'effects'],
      },
    },
    {
      table: 'rule_accounts',
      of: `t.rule_id in (${RULES})`,
      handedOver: { kind: 'rules_of_accounts', keys: 'jsonb_build_array(t.account_id, t.rule_id)' },
    },
    {
      table: 'rule_transfer_links',
      of: `t.rule_id in (${RULES})`,
      handedOver: {
        kind: 'rules_of_transfer_links',
        keys: 'jsonb_build_array(t.transfer_link_id, t.rule_id)',
      },
    },
    { table: 'rule_conditions', of: `t.rule_id in (${RULES})`, handedOver: { kind: 'rule_conditions' } },
    { table: 'rule_actions', of: `t.rule_id in (${RULES})`, handedOver: { kind: 'rule_actions' } },
    { table: 'rules', of: 't.user_id = $1', handedOver: { kind: 'rules' } },
    { table: 'transfer_links', of: 't.user_id = $1' },
    { table: 'accounts', of: 't.user_id = $1' },
  ],
  others: {},
};
