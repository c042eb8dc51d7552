import { invalid } from '../server/problem';

/**
 * By which ids PROVIDER_A lists booked rows.
 * - `kept`: the bank's own
 * - `rotated`: others in each answer
 * - `renumbered`: the row's number within its answer, from 1
 * - `shared`: all rows of a day go by one id
 */
export const ID_STYLES = ['kept', 'rotated', 'renumbered', 'shared'] as const;
export type IdStyle = (typeof ID_STYLES)[number];

/** How PROVIDER_A behaves; all of it was seen at real banks. */
export interface ProviderABehaviour {
  readonly transactionIds: IdStyle;
  /** Each consent gives its accounts ids of their own. */
  readonly newAccountIds: boolean;
}

export const USUAL_PROVIDER_A_BEHAVIOUR: ProviderABehaviour = {
  transactionIds: 'kept',
  newAccountIds: false,
};

/** What is not named is as usual. */
export function providerABehaviourFrom(body: unknown): ProviderABehaviour {
  const {
    transaction_ids: ids = 'kept',
    new_account_ids: newAccountIds = false,
    ...rest
  } = (body ?? {}) as Record<string, unknown>;
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined) throw invalid(`${unknown} is not known`);
  const transactionIds = ID_STYLES.find((style) => style === ids);
  if (!transactionIds) {
    throw invalid(`transaction_ids must be one of ${ID_STYLES.join(', ')}`);
  }
  if (typeof newAccountIds !== 'boolean') {
    throw invalid('new_account_ids must be a boolean');
  }
  return { transactionIds, newAccountIds };
}
