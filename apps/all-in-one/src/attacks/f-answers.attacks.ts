import type { AttackedSystem } from './attacked-system';

/** Letter F of docs/security.md: answers. */
export function wrongAnswers(_system: () => AttackedSystem): void {
  // Filled by the part of the issue that it belongs to.
}
