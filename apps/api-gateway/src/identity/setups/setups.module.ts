import { Module } from '@nestjs/common';
import { Setups } from './setups';

/** Setups, each bound to the browser that may complete it. */
@Module({ providers: [Setups], exports: [Setups] })
export class SetupsModule {}
