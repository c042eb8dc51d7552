import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host';
import {
  CallerGuard,
  issuePersonalToken,
  openAccessDatabase,
  readApiGatewayConfig,
  startApiGateway,
} from '@tributary/api-gateway';
import { InProcessBroker } from '@tributary/messaging';
import { createPino, EnvironmentReader, readPlatformConfig, ServiceLogger } from '@tributary/service';
import { build } from 'hdr-histogram-js';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { median } from '../benchmark';
import { gatewayEnvironment } from '../rest/servers';

/** The time to find what a request's token was granted, µs at p50. */
export interface TokenChecks {
  /** Not looked up lately: from the database. */
  readonly coldUs: number;
  /** Looked up a moment ago. */
  readonly warmUs: number;
}

const TOKENS = 1500;
const WARM_UP_ROUNDS = 3;
const WARM_BATCHES = 400;
/** One warm check is shorter than the clock's resolution. */
const BATCH = 50;
/** Longer than a look-up is believed. */
const FORGOTTEN_MS = 1000;

/** Asks the gateway's own guard, in this process, one check after another. */
export async function measureTokenChecks(databaseUrl: string, userId: number): Promise<TokenChecks> {
  const tokens = await issueTokens(databaseUrl, userId);
  const env = new EnvironmentReader(gatewayEnvironment(databaseUrl));
  const config = readApiGatewayConfig(readPlatformConfig('api-gateway', env), env);
  const logger = new ServiceLogger(createPino({ service: 'api-gateway', level: 'warn' }));
  const running = await startApiGateway(config, { broker: new InProcessBroker(), logger });
  try {
    const guard = running.app.get(CallerGuard);
    for (let round = 0; round < WARM_UP_ROUNDS; round += 1) {
      await coldUs(guard, tokens); // compiled, connected, and the pages of the index in memory
      await pause(FORGOTTEN_MS);
    }
    const cold = await coldUs(guard, tokens);
    await warmUs(guard, tokens);
    return { coldUs: cold, warmUs: await warmUs(guard, tokens) };
  } finally {
    await running.stop();
  }
}

async function issueTokens(databaseUrl: string, userId: number): Promise<string[]> {
  const database = await openAccessDatabase(databaseUrl);
  try {
    const tokens: string[] = [];
    for (let place = 0; place < TOKENS; place += 1) {
      tokens.push((await issuePersonalToken(database, { userId, name: `bench ${place}` })).token);
    }
    return tokens;
  } finally {
    await database.close();
  }
}

async function coldUs(guard: CallerGuard, tokens: readonly string[]): Promise<number> {
  const histogram = build();
  for (const token of tokens) {
    const request = requestWith(token);
    const began = performance.now();
    await check(guard, request);
    histogram.recordValue(Math.round((performance.now() - began) * 1000));
  }
  return histogram.getValueAtPercentile(50);
}

/** Each batch is a token of its own, which is looked up before it. */
async function warmUs(guard: CallerGuard, tokens: readonly string[]): Promise<number> {
  const took: number[] = [];
  for (const token of tokens.slice(0, WARM_BATCHES)) {
    const request = requestWith(token);
    await check(guard, request);
    const began = performance.now();
    for (let turn = 0; turn < BATCH; turn += 1) await check(guard, request);
    took.push(((performance.now() - began) * 1000) / BATCH);
  }
  return median(took);
}

async function check(guard: CallerGuard, request: IncomingMessage): Promise<void> {
  await guard.canActivate(
    new ExecutionContextHost([{ raw: request, headers: request.headers, ip: '127.0.0.1' }]),
  );
}

function requestWith(token: string): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  request.headers.authorization = `Bearer ${token}`;
  return request;
}
