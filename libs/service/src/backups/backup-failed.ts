/** Thrown if a backup or a restore could not be completed; nothing was changed. */
export class BackupFailed extends Error {
  override readonly name = 'BackupFailed';
}
