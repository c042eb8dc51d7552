import type { FastifyReply } from 'fastify';
import { stringify } from 'lossless-json';
import { sendJsonText } from '../server/json-reply';

/** Sends numbers with all their digits. */
export function sendLossless(reply: FastifyReply, value: unknown): FastifyReply {
  return sendJsonText(reply, stringify(value) ?? 'null');
}
