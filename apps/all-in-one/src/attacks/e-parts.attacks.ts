import type { AttackedSystem } from './attacked-system';

/** Letter E of docs/security.md: between our own parts. */
export function betweenParts(_system: () => AttackedSystem): void {
  // Filled by the part of the issue that it belongs to.
}
