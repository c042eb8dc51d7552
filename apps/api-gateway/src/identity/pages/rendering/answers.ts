import type { FastifyReply } from 'fastify';

export function sendHtml(reply: FastifyReply, html: string, status = 200): FastifyReply {
  return reply.code(status).type('text/html; charset=utf-8').serializer(String).send(html);
}

export function goTo(reply: FastifyReply, path: string): FastifyReply {
  return reply.code(303).header('location', path).serializer(String).send('');
}
