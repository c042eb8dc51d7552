import type { FastifyInstance, FastifyReply } from 'fastify';
import type { FaultBoard } from '../faults/fault-board';
import { installFaults } from '../faults/install-faults';
import { limitLever } from '../server/levers';
import { answerProblems, Problem } from '../server/problem';
import type { ExchangeRatesState } from './exchange-rates.state';

/** The files of the European Central Bank under `/exchange-rates`. */
export function exchangeRatesRoutes(
  app: FastifyInstance,
  state: ExchangeRatesState,
  board: FaultBoard,
): void {
  answerProblems(app, (status, { message }) => new Problem(status, { message }));
  installFaults(app, board, state, {
    target: 'exchange-rates',
    errorBody: (status, _retryAfterS, error) => ({ message: error ?? `status ${status}` }),
  });
  const send = (reply: FastifyReply, days: number): FastifyReply => {
    const { sent } = state;
    return reply.type(sent?.contentType ?? 'text/xml').send(sent?.body ?? state.file(days));
  };
  app.get('/eurofxref-daily.xml', async (_request, reply) => send(reply, 1));
  app.get('/eurofxref-hist-90d.xml', async (_request, reply) => send(reply, state.recentDays));
  app.get('/eurofxref-hist.xml', async (_request, reply) => send(reply, state.historyDays));
}

/** The levers of the rates. */
export function exchangeRatesControl(app: FastifyInstance, state: ExchangeRatesState): void {
  app.put<{ Params: { day: string } }>('/exchange-rates/days/:day', async ({ params, body }) =>
    state.change(params.day, body),
  );
  app.put('/exchange-rates/sent', async ({ body }) => state.send(body));
  limitLever(app, '/exchange-rates/history', { days: (value) => (state.historyDays = value) });
}
