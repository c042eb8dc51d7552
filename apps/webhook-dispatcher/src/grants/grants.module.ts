import { Module } from '@nestjs/common';
import { followingGrants } from '@tributary/service';
import { AnnouncingModule } from '../announcements/announcing.module';
import { PausableEndpoints } from './pausable-endpoints';

/** Endpoints that apps made: they pause with their app. */
@Module({ imports: [AnnouncingModule], ...followingGrants('webhook-dispatcher', [PausableEndpoints]) })
export class GrantsModule {}
