import { Module } from '@nestjs/common';
import { Setups } from './setups';

/** Which browser may complete a setup. */
@Module({ providers: [Setups], exports: [Setups] })
export class SetupsModule {}
