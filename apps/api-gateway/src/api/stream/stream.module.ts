import { Module } from '@nestjs/common';
import { StreamController } from './stream.controller';
import { Streams } from './streams';

/** Streams changes of the query model to connected readers. */
@Module({ controllers: [StreamController], providers: [Streams] })
export class StreamModule {}
