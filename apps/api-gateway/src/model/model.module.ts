import { Module } from '@nestjs/common';
import { QUERY_MODEL_CONSUMERS } from './model.consumers';
import { RebuildJobs } from './rebuild/rebuild-jobs';

/** Fills the query model from events, and rebuilds it. */
@Module({ controllers: [...QUERY_MODEL_CONSUMERS], providers: [RebuildJobs] })
export class ModelModule {}
