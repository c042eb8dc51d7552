import { invalid } from '../server/problem';

/** What is wrong at one institution, as version 2 calls it. */
export const TROUBLES = ['con.auth', 'act.failed', 'act.missingdata'] as const;
export type Trouble = (typeof TROUBLES)[number];

/** How the SimpleFIN server behaves; all of it is allowed by the protocol, or was seen at servers. */
export interface SimpleFinBehaviour {
  /** Knows version 2; else it answers in the older shape whatever is asked for. */
  readonly version2: boolean;
  /** Answers in both shapes at once. */
  readonly bothShapes: boolean;
  /** Amounts are JSON numbers. */
  readonly amountsAsNumbers: boolean;
  /** Each answer gives transactions other ids. */
  readonly rotatedIds: boolean;
  /** Each access gives its accounts ids of their own. */
  readonly newAccountIds: boolean;
  /** Accounts are in miles. */
  readonly customCurrency: boolean;
  /** Warns of a quota in each answer. */
  readonly quotaWarning: boolean;
  /** At the second institution. */
  readonly trouble: Trouble | null;
}

export const USUAL_SIMPLEFIN_BEHAVIOUR: SimpleFinBehaviour = {
  version2: true,
  bothShapes: false,
  amountsAsNumbers: false,
  rotatedIds: false,
  newAccountIds: false,
  customCurrency: false,
  quotaWarning: false,
  trouble: null,
};

/** What is not named is as usual. */
export function simpleFinBehaviourFrom(body: unknown): SimpleFinBehaviour {
  const {
    version_2: version2 = true,
    both_shapes: bothShapes = false,
    amounts_as_numbers: amountsAsNumbers = false,
    rotated_ids: rotatedIds = false,
    new_account_ids: newAccountIds = false,
    custom_currency: customCurrency = false,
    quota_warning: quotaWarning = false,
    trouble = null,
    ...rest
  } = (body ?? {}) as Record<string, unknown>;
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined) throw invalid(`${unknown} is not known`);
  const flags = {
    version2,
    bothShapes,
    amountsAsNumbers,
    rotatedIds,
    newAccountIds,
    customCurrency,
    quotaWarning,
  };
  const known = TROUBLES.find((one) => one === trouble) ?? null;
  if (trouble !== null && known === null)
    throw invalid(`trouble must be null or one of ${TROUBLES.join(', ')}`);
  const isFlag = Object.values(flags).every((flag) => typeof flag === 'boolean');
  if (!isFlag) throw invalid(`all members but trouble must be booleans`);
  return { ...(flags as Record<keyof typeof flags, boolean>), trouble: known };
}
