import type { AttackedSystem } from './attacked-system';

/** Letter D of docs/security.md: guessing and flooding. */
export function guessingAndFlooding(_system: () => AttackedSystem): void {
  // Filled by the part of the issue that it belongs to.
}
