import { Module } from '@nestjs/common';
import { ChangeRetention } from './change-retention';
import { StreamController } from './stream.controller';
import { Streams } from './streams';

/** What changes in the query model, to whoever listens. */
@Module({ controllers: [StreamController], providers: [Streams, ChangeRetention] })
export class StreamModule {}
