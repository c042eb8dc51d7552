import { Module } from '@nestjs/common';
import { ApplyJobs } from './applying/apply-jobs';
import { UndoJobs } from './applying/undo-jobs';
import { ExpiryJobs } from './expiry-jobs';
import { ImportsController } from './imports.controller';
import { ReadingJobs } from './reading/reading-jobs';

/** Files of banks: uploaded, previewed, stored as transactions, and taken back. */
@Module({ controllers: [ImportsController], providers: [ReadingJobs, ApplyJobs, UndoJobs, ExpiryJobs] })
export class ImportsModule {}
