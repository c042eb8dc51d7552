import type { AttackedSystem } from './attacked-system';

/** Letter A of docs/security.md: rules, previews and applies that would stop everybody. */
export function stoppingWithRules(_system: () => AttackedSystem): void {
  // Filled by the part of the issue that it belongs to.
}
