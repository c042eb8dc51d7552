import { DESTINATION_TYPES, DestinationType } from '@tributary/contracts';

/** Kind of connection that a setup makes: an institution, or a destination of one kind. */
export type SetupKind = 'INSTITUTION' | DestinationType;

const SETUP_KINDS: readonly SetupKind[] = ['INSTITUTION', ...DESTINATION_TYPES];

/** The page where a returning browser completes the setup. The callbacks, which other companies know, redirect here. */
export function returnPath(kind: SetupKind, query: string): string {
  return `/connect/return/${kind.toLowerCase()}${query}`;
}

/** The kind of `returnPath`; null if there is none. */
export function kindOfReturn(segment: string): SetupKind | null {
  return SETUP_KINDS.find((kind) => kind.toLowerCase() === segment) ?? null;
}
