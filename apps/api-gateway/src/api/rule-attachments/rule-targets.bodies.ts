import { AreIdsOf } from '@tributary/http';

const TARGETS_MAX = 500;

/** Body of `POST` and `DELETE /rules/{ruleId}/accounts/bulk`. */
export class RuleAccountsBody {
  @AreIdsOf('account', TARGETS_MAX)
  financial_account_ids!: number[];
}

/** Body of `POST` and `DELETE /rules/{ruleId}/transfer-links/bulk`. */
export class RuleTransferLinksBody {
  @AreIdsOf('transfer link', TARGETS_MAX)
  transfer_link_ids!: number[];
}
