import type { DestinationKind } from '@tributary/client';
import { valuesOf } from '../elements/forms/choices';

/** The company or program, as its users call it, with our name of the kind. */
export const KIND_TITLES: Readonly<Record<DestinationKind['type'], string>> = {
  BUDGETA: 'YNAB (BUDGETA)',
  BUDGETB: 'Actual Budget (BUDGETB)',
  SHEETS: 'Google Sheets (SHEETS)',
  WORKSPACE: 'Notion (WORKSPACE)',
};

export const KINDS = valuesOf(KIND_TITLES);

/** The name by which people know a kind. */
export function titleOf({ type }: Pick<DestinationKind, 'type'>): string {
  return KIND_TITLES[type];
}

/** A member of the API as a label: `server_url` is `Server address`. */
export function labelOf(member: string): string {
  const words = member.replaceAll('_', ' ').replace(/\burl\b/, 'address');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/**
 * Returns the text for the result of granting access, from the `outcome` in the address to which the browser returns.
 */
export function outcomeText(outcome: string): { readonly isGood: boolean; readonly text: string } {
  switch (outcome) {
    case 'given':
      return { isGood: true, text: 'Access was granted. The destination is connected.' };
    case 'refused':
      return { isGood: false, text: 'Access was refused there, so nothing was connected.' };
    case 'conflict':
      return {
        isGood: false,
        text: 'Another user’s access was granted than the connection has. Nothing changed.',
      };
    default:
      return { isGood: false, text: 'The destination did not answer. Try to connect again.' };
  }
}
