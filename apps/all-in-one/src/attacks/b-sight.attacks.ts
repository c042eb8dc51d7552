import type { AttackedSystem } from './attacked-system';

/** Letter B of docs/security.md: seeing what was not granted. */
export function seeingMore(_system: () => AttackedSystem): void {
  // Filled by the part of the issue that it belongs to.
}
