import { Inject, Injectable } from '@nestjs/common';
import { Job, JobKind, JobRunner, Next, Progress } from '@tributary/jobs';
import { Tx } from '@tributary/persistence';
import { eraseFile } from './import-files.store';
import { deleteImport, lockImport } from './imports.store';

/** Kind of the jobs that erase imports which were not applied. */
export const FILE_EXPIRIES = 'file-expiries';
/** An upload without a further part for this time counts as aborted. */
export const UPLOAD_IDLE_MS = 15 * 60 * 1000;

type Expiry = Job<object, object>;

/** Erases aborted uploads, and after a day the imports that were not applied. */
@Injectable()
export class ExpiryJobs implements JobKind<object, object> {
  readonly kind = FILE_EXPIRIES;

  constructor(@Inject(JobRunner) jobs: JobRunner) {
    jobs.add(this);
  }

  step(job: Expiry): Promise<Progress> {
    return job.save((tx) => this.expire(tx, job.key));
  }

  private async expire(tx: Tx, id: string): Promise<Next<object>> {
    const row = await lockImport(tx, id);
    if (!row) return 'done';
    const now = Date.now();
    const isBrokenOff = row.status === 'UPLOADING' && row.updated_at.getTime() + UPLOAD_IDLE_MS <= now;
    const isOver = row.expires_at.getTime() <= now;
    switch (row.status) {
      case 'APPLIED':
      case 'UNDOING':
        return 'done';
      case 'APPLYING':
        return { cursor: {}, afterMs: UPLOAD_IDLE_MS };
      case 'UPLOADING':
      case 'READING':
      case 'READY':
      case 'UNDONE':
      case 'FAILED':
        break;
      default: {
        const unknown: never = row.status;
        return unknown;
      }
    }
    if (!isBrokenOff && !isOver) {
      const restMs = row.expires_at.getTime() - now;
      return { cursor: {}, afterMs: row.status === 'UPLOADING' ? Math.min(restMs, UPLOAD_IDLE_MS) : restMs };
    }
    await eraseFile(tx, id);
    // A failed import has stored entries that can still be undone.
    if (row.transactions_added > row.transactions_removed + row.transactions_kept) return 'done';
    await deleteImport(tx, id);
    return 'done';
  }
}
