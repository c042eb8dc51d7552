import { groupBy, OnOtherCurrency } from '@tributary/contracts';
import { idText } from '../../../rest/wire-values';

/** The codes of SimpleFIN 2 that this server uses. An app treats an unknown code by the part before its dot. */
export type FeedErrorCode =
  /** A general error. */
  | 'gen.'
  /** The app uses the interface wrongly: for its developer. */
  | 'gen.api'
  /** The app's access to this server. */
  | 'gen.auth'
  /** The user has to give a consent again. */
  | 'con.auth'
  /** An error of an account. */
  | 'act.'
  /** The account could not be read. */
  | 'act.failed'
  /** Some transactions are not shown. */
  | 'act.missingdata';

/** A member of `errlist`. */
export interface FeedError {
  readonly code: FeedErrorCode;
  /** Message for the user of the app. */
  readonly msg: string;
  readonly conn_id?: string;
  readonly account_id?: string;
}

/** The errors by version 2 of the protocol, and by version 1: the sentences, once each. */
export function writtenErrors(errors: readonly FeedError[]): {
  readonly errors: readonly string[];
  readonly errlist: readonly FeedError[];
} {
  const each = new Map(errors.map((error) => [JSON.stringify(error), error]));
  return { errors: [...new Set(errors.map(({ msg }) => msg))], errlist: [...each.values()] };
}

/** Reports how many transactions of each account are left out because of their currency, and which setting shows them. */
export function leftOutErrors(accountIds: readonly number[], rule: OnOtherCurrency | null): FeedError[] {
  const why =
    rule === 'CONVERT'
      ? 'their bank states no rate. Set on_other_currency of this feed to AS_IS to see the numbers as they are, marked.'
      : 'set on_other_currency of this feed to CONVERT or AS_IS.';
  return [...groupBy(accountIds, (id) => id)].map(([id, { length }]) => ({
    code: 'act.missingdata',
    msg: `Transactions in another currency than their account are left out here (${length}): ${why}`,
    account_id: idText(id),
  }));
}
