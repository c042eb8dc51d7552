import type { AttackedSystem } from './attacked-system';

/** Letter C of docs/security.md: what apps made outlives their grant, or reaches beyond it. */
export function outlivingGrants(_system: () => AttackedSystem): void {
  // Filled by the part of the issue that it belongs to.
}
