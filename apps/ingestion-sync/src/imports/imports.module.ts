import { Module } from '@nestjs/common';
import { ApplyJobs } from './applying/apply-jobs';
import { UndoJobs } from './applying/undo-jobs';
import { ExpiryJobs } from './expiry-jobs';
import { ImportsController } from './imports.controller';
import { ReadingJobs } from './reading/reading-jobs';

/** Imports of bank files: upload, preview, storing as transactions, undoing. */
@Module({ controllers: [ImportsController], providers: [ReadingJobs, ApplyJobs, UndoJobs, ExpiryJobs] })
export class ImportsModule {}
