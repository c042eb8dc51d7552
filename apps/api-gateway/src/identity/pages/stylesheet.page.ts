import { Controller, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { PageAt } from './rendering/page-routes';
import { css } from './rendering/templates/layout';

/** Serves the stylesheet of all pages. */
@Controller()
export class StylesheetPage {
  @PageAt('pages.css')
  stylesheet(@Res() reply: FastifyReply) {
    return reply
      .type('text/css; charset=utf-8')
      .header('cache-control', 'max-age=3600')
      .serializer(String)
      .send(css);
  }
}
