import { Controller, Param, Res } from '@nestjs/common';
import { Problem } from '@tributary/contracts';
import type { FastifyReply } from 'fastify';
import { readErasure } from '../erasure/erasure-status';
import { PageController } from './rendering/page-controller';
import { PageAt } from './rendering/page-routes';

/** Seconds until the page of a running erasure reloads. */
const AGAIN_AFTER_S = 2;

/** Page that follows the erasure of an account. It needs no session, because the user is signed out by then. */
@Controller()
export class ErasurePages extends PageController {
  @PageAt('erasures/:id')
  async progress(@Res() reply: FastifyReply, @Param('id') id: string) {
    const erasure = await readErasure(this.database, id);
    if (!erasure) throw Problem.notFound();
    const isErased = erasure.status === 'ERASED';
    if (!isErased) void reply.header('refresh', String(AGAIN_AFTER_S));
    void reply.header('cache-control', 'no-store');
    const title = isErased ? 'Your account is deleted' : 'Your account is being deleted';
    return this.show(reply, { title, template: 'erasure', values: { erasure, isErased } });
  }
}
