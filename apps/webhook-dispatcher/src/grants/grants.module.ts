import { Module } from '@nestjs/common';
import { followingGrants } from '@tributary/service';
import { AnnouncingModule } from '../announcements/announcing.module';
import { PausableEndpoints } from './pausable-endpoints';

/** Pauses the endpoints that an app created when the app's grant ends. */
@Module({ imports: [AnnouncingModule], ...followingGrants('webhook-dispatcher', [PausableEndpoints]) })
export class GrantsModule {}
