import { ACTION_TABLE, ActionType, DESTINATION_TYPES, DestinationType } from '@tributary/contracts';

/**
 * Returns the destinations whose links can have the rule: all, or those whose fields the rule sets. If it sets fields
 * of several, each destination uses its own.
 */
export function compatibleDestinations(actionTypes: readonly ActionType[]): readonly DestinationType[] {
  const named = new Set(
    actionTypes.map((type) => ACTION_TABLE[type].destination).filter((type) => type !== null),
  );
  return named.size === 0 ? DESTINATION_TYPES : DESTINATION_TYPES.filter((type) => named.has(type));
}

/** Returns whether the rule can shape the account's own output, which has no destination. */
export function isOutputCompatible(actionTypes: readonly ActionType[]): boolean {
  return actionTypes.every((type) => ACTION_TABLE[type].forAccounts);
}
