import type { AttackedSystem } from './attacked-system';

/** Letter A of docs/security.md: reads, commands, feeds and uploads that would stop everybody. */
export function stoppingWithRequests(_system: () => AttackedSystem): void {
  // Filled by the part of the issue that it belongs to.
}
