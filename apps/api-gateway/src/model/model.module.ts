import { Module } from '@nestjs/common';
import { QUERY_MODEL_CONSUMERS } from './model.consumers';
import { RebuildJobs } from './rebuild/rebuild-jobs';
import { WebhookRetention } from './webhook-retention';

/** Fills the query model from events, and rebuilds it. */
@Module({ controllers: [...QUERY_MODEL_CONSUMERS], providers: [WebhookRetention, RebuildJobs] })
export class ModelModule {}
