import { ArgumentsHost, Catch, ExceptionFilter } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { errorBody, type ErrorPageUrl } from './error-page';
import { errorResponse, isFault } from './error-response';

/** Sends every error in the interface's form; stack traces and the database's messages never leave the process. */
@Catch()
export class ApiErrorFilter implements ExceptionFilter {
  /** @param onFault called with internal errors */
  constructor(
    private readonly onFault: (error: unknown) => void,
    private readonly pageUrl: ErrorPageUrl,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const response = errorResponse(error);
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    const isGone = reply.raw.destroyed; // a request of a closed connection had its statements cancelled, which is not a fault
    if (isFault(response) && !isGone) this.onFault(error);
    if (reply.sent) return;
    void reply
      .status(response.status)
      .headers(response.headers ?? {})
      .header('content-type', 'application/json; charset=utf-8')
      .send(errorBody(response.body, response.page, this.pageUrl));
  }
}
