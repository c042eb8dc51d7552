import { Documented, IfSentAndNotNull, readId, AreIdsOf } from '@tributary/http';
import { Transform } from 'class-transformer';
import { IsArray, IsInt } from 'class-validator';

/** Limit above the number of rules that an account or a link may have. */
const ORDERED_MAX = 1000;

/** Body of attaching a rule to a link or an account; the rule engine checks `order`. */
export class AttachRuleBody {
  /** 1-based position among the attached rules. */
  @IfSentAndNotNull()
  @Documented({ type: ['integer', 'null'], minimum: 1 })
  @IsInt({ message: '$property must be a whole number' })
  order?: number | null;

  /** All attached rules, this one too, in the wanted order. */
  @IfSentAndNotNull()
  @Documented({ type: ['array', 'null'], maxItems: ORDERED_MAX })
  @IsArray({ message: '$property must be a list of rule ids' })
  @Transform(({ value }: { value: unknown }) => (Array.isArray(value) ? value.map(readId) : value))
  @IsInt({ each: true, message: 'each of $property must be a rule id' })
  order_list?: number[] | null;
}

/** The requested position in the form of the command: only the given members. */
export function fromAttachBody({ order, order_list }: AttachRuleBody) {
  return { ...(typeof order === 'number' ? { order } : {}), ...(order_list ? { order_list } : {}) };
}

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
