import { ACTION_TABLE, ActionType, DESTINATION_TYPES, DestinationType } from '@tributary/contracts';

/**
 * The destinations whose links the rule can be attached to: all, or those whose fields it sets. If it sets fields of
 * several, each destination uses its own.
 */
export function compatibleDestinations(actionTypes: readonly ActionType[]): readonly DestinationType[] {
  const named = new Set(
    actionTypes.map((type) => ACTION_TABLE[type].destination).filter((type) => type !== null),
  );
  return named.size === 0 ? DESTINATION_TYPES : DESTINATION_TYPES.filter((type) => named.has(type));
}

/** Whether the rule can shape an account's own output, where there is no destination. */
export function isOutputCompatible(actionTypes: readonly ActionType[]): boolean {
  return actionTypes.every((type) => ACTION_TABLE[type].forAccounts);
}
