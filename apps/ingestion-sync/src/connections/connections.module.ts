import { Module } from '@nestjs/common';
import { Connections } from './connections';

/** Connections and their states. */
@Module({ providers: [Connections], exports: [Connections] })
export class ConnectionsModule {}
