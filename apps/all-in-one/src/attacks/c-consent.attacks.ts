import type { AttackedSystem } from './attacked-system';

/** Letter C of docs/security.md: consent that somebody else began. */
export function consentOfOthers(_system: () => AttackedSystem): void {
  // Filled by the part of the issue that it belongs to.
}
