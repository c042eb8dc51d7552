import { build, Histogram } from 'hdr-histogram-js';
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { inScratch, report } from './benchmark';
import { DEMO_MAIN, demoReport } from './demo-run';

/**
 * Latency of a gateway command over Kafka (`PUT /transfer-links/{id}`, answered by the transfer engine), on a
 * quiet broker; and what a client sees while the owner is down.
 */
const WARM_UP = 100;
const COMMANDS = 1000;
const LIMITS = { p99_ms: { max: 50 }, owner_down_status: { min: 503, max: 503 } };

interface Mark {
  readonly base_url: string;
  readonly token: string;
}

async function main(): Promise<void> {
  await inScratch(measureDemo);
}

async function measureDemo(scratch: string): Promise<void> {
  const system = spawn(process.execPath, [DEMO_MAIN, '--kafka'], {
    env: { ...process.env, DATA_DIR: scratch, API_PORT: '0', SANDBOX_PORT: '0', DEMO_ACCOUNTS: '5' },
    stdio: 'ignore',
  });
  try {
    const mark = await ready(path.join(scratch, 'demo.json'));
    const linkId = await firstLink(mark);
    await measure(mark, linkId, WARM_UP);
    const histogram = await measure(mark, linkId, COMMANDS);
    const down = await withOwnerDown(scratch, () => timed(() => update(mark, linkId, true)));
    const p50 = histogram.getValueAtPercentile(50) / 1000;
    const p99 = histogram.getValueAtPercentile(99) / 1000;
    const ratios = { p99_ms: p99, owner_down_status: down.result.status };
    const figures = {
      p50_ms: p50,
      max_ms: histogram.maxValue / 1000,
      owner_down_retry_after: down.result.headers.get('retry-after'),
      owner_down_answer_ms: Math.round(down.ms),
    };
    report('commands', { ratios, figures, limits: LIMITS });
  } finally {
    system.kill('SIGTERM');
    await new Promise((resolve) => system.once('exit', resolve));
  }
}

/** One after another, each waiting for its answer: the latency that a client feels. */
async function measure(mark: Mark, linkId: string, times: number): Promise<Histogram> {
  const histogram = build();
  for (let turn = 0; turn < times; turn += 1) {
    const { result, ms } = await timed(() => update(mark, linkId, turn % 2 === 0));
    if (!result.ok) throw new Error(`the command was answered with ${result.status}: ${await result.text()}`);
    histogram.recordValue(Math.round(ms * 1000));
  }
  return histogram;
}

/** Stops the transfer engine's process for the time of the work. */
async function withOwnerDown<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  const pid = ownerPid(dataDir);
  process.kill(pid, 'SIGSTOP');
  try {
    return await work();
  } finally {
    process.kill(pid, 'SIGCONT');
  }
}

function ownerPid(dataDir: string): number {
  const pid = demoReport(dataDir).processes.find(({ name }) => name === 'transfer-engine')?.pid;
  if (!pid) throw new Error('the transfer engine has no process of its own');
  return pid;
}

function update(mark: Mark, linkId: string, updatePayee: boolean): Promise<Response> {
  return fetch(`${mark.base_url}/transfer-links/${linkId}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${mark.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ on_booked_change: { update_payee: updatePayee } }),
  });
}

async function firstLink(mark: Mark): Promise<string> {
  const response = await fetch(`${mark.base_url}/finance/transactions?page[size]=1&include=transfer_logs`, {
    headers: { authorization: `Bearer ${mark.token}` },
  });
  const { data } = (await response.json()) as { data: { transfer_logs: { transfer_link_id: string }[] }[] };
  const id = data[0]?.transfer_logs[0]?.transfer_link_id;
  if (!id) throw new Error('the demo has no transfer link');
  return id;
}

async function ready(file: string): Promise<Mark> {
  for (let waited = 0; waited < 240; waited += 1) {
    if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Mark;
    await pause(500);
  }
  throw new Error('the demo did not become ready within two minutes');
}

async function timed<T>(work: () => Promise<T>): Promise<{ result: T; ms: number }> {
  const began = performance.now();
  const result = await work();
  return { result, ms: performance.now() - began };
}

void main();
