import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ROOT } from './install.mjs';

/**
 * Which files of the product a transaction passes on its way from the bank to a webhook and to REST, and a change of a
 * transfer link: those of which V8 runs a function during the walk. The system is the demo, at rest before each walk; what
 * it runs at rest, for as long, does not count.
 *
 * node tools/walks.mjs [root of another clone] [--files | --json]
 * The tests' build of the clone has to be there: `npm test -- tools/walks` makes it.
 */

const REST_MS = 12_000;
const WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 100;
/** What walks do not count: the demo's own program and the companies that the sandbox plays. */
const NOT_WALKED = /^(apps\/(all-in-one|sandbox|console|operator)|libs\/(testing|client))\/|\/index\.ts$/;

/** The inspector of a process and of its worker threads. */
class Inspector {
  #socket;
  #nextId = 1;
  #waiting = new Map();
  #workers = new Set();

  static async connect(url, require) {
    const { WebSocket } = require('undici'); // Node 20 has none of its own
    const inspector = new Inspector();
    inspector.#socket = new WebSocket(url);
    await new Promise((resolve, reject) => {
      inspector.#socket.addEventListener('open', resolve);
      inspector.#socket.addEventListener('error', reject);
    });
    inspector.#socket.addEventListener('message', ({ data }) =>
      inspector.#receive(JSON.parse(String(data)), null),
    );
    await inspector.#send('NodeWorker.enable', { waitForDebuggerOnStart: false }, null);
    await inspector.#startCoverage(null);
    return inspector;
  }

  /** The functions that ran since the last time, in all threads: `file:offset`. */
  async functionsRun() {
    const threads = [null, ...this.#workers];
    const taken = await Promise.all(
      threads.map((thread) =>
        this.#send('Profiler.takePreciseCoverage', {}, thread).catch((error) => {
          if (thread === null || this.#workers.has(thread)) throw error;
          return { result: [] }; // the thread has ended meanwhile
        }),
      ),
    );
    return new Set(taken.flatMap(({ result }) => result.flatMap(functionsOf)));
  }

  close() {
    this.#socket.close();
  }

  #startCoverage(thread) {
    return this.#send('Profiler.enable', {}, thread).then(() =>
      this.#send('Profiler.startPreciseCoverage', { callCount: true, detailed: false }, thread),
    );
  }

  #send(method, params, thread) {
    const id = this.#nextId++;
    const message = { id, method, params };
    const sent =
      thread === null
        ? message
        : {
            id: this.#nextId++,
            method: 'NodeWorker.sendMessageToWorker',
            params: { sessionId: thread, message: JSON.stringify(message) },
          };
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#socket.send(JSON.stringify(sent));
    });
  }

  #receive(message, thread) {
    const { id, method, params, result, error } = message;
    if (method === 'NodeWorker.attachedToWorker') {
      this.#workers.add(params.sessionId);
      void this.#startCoverage(params.sessionId);
    } else if (method === 'NodeWorker.detachedFromWorker') this.#workers.delete(params.sessionId);
    else if (method === 'NodeWorker.receivedMessageFromWorker')
      this.#receive(JSON.parse(params.message), params.sessionId);
    else if (id !== undefined && this.#waiting.has(id)) {
      const { resolve, reject } = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error) reject(new Error(`${error.message} (${thread ?? 'main'})`));
      else resolve(result);
    }
  }
}

function functionsOf({ url, functions }) {
  if (!url.includes('/dist-test/')) return [];
  const file = url.startsWith('file:') ? fileURLToPath(url) : url;
  return functions
    .filter(
      ({ functionName, ranges }) =>
        ranges[0].count > 0 && !(functionName === '' && ranges[0].startOffset === 0),
    )
    .map(({ ranges }) => `${file.split('/dist-test/')[1]}:${ranges[0].startOffset}`);
}

/** The demo of a built clone, with what it takes to walk through it. */
class WalkedSystem {
  #child;
  #directory;
  inspector;
  api;
  #token;
  #database;
  #controlUrl;

  static async start(root) {
    const system = new WalkedSystem();
    try {
      await system.#begin(root);
    } catch (error) {
      await system.stop(); // or its processes would outlive this one
      throw error;
    }
    return system;
  }

  async #begin(root) {
    const require = createRequire(path.join(root, 'package.json'));
    this.#directory = mkdtempSync(path.join(tmpdir(), 'tributary-walk-'));
    this.#child = spawn(
      process.execPath,
      ['--inspect=127.0.0.1:0', path.join(root, 'dist-test/apps/all-in-one/src/main.js')],
      {
        cwd: root,
        env: { ...process.env, DATA_DIR: this.#directory, DEMO_ACCOUNTS: '2', API_PORT: '0', PORT: '0' },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    let output = '';
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream.on('data', (chunk) => (output += chunk));
    await until('the demo is ready', () => {
      if (this.#child.exitCode !== null) throw new Error(output);
      return /^ +token +trb_/m.test(output);
    });
    this.api = /^ +API +(\S+)$/m.exec(output)[1];
    this.#token = /^ +token +(\S+)$/m.exec(output)[1];
    const { Client } = require('pg');
    const { DATABASE_ADMIN_URL } = JSON.parse(
      readFileSync(path.join(this.#directory, 'operator.json'), 'utf8'),
    );
    this.#database = new Client({ connectionString: DATABASE_ADMIN_URL });
    await this.#database.connect();
    const sandboxLog = readFileSync(path.join(this.#directory, 'logs/sandbox.log'), 'utf8');
    this.#controlUrl = /"controlUrl":"([^"]+)"/.exec(sandboxLog)[1];
    this.inspector = await Inspector.connect(/ws:\/\/\S+/.exec(output)[0], require);
  }

  async request(method, route, body) {
    const response = await fetch(`${this.api}${route}`, {
      method,
      headers: { authorization: `Bearer ${this.#token}`, 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${method} ${route}: ${response.status} ${await response.text()}`);
    return response.json();
  }

  async control(method, route, body) {
    const response = await fetch(`${this.#controlUrl}${route}`, {
      method,
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${route}: ${response.status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  }

  query(text, values) {
    return this.#database.query(text, values).then(({ rows }) => rows);
  }

  /** The services have taken each other's events. */
  async untilPublished() {
    const outboxes = await this.query(
      "select table_schema from information_schema.tables where table_name = 'outbox'",
    );
    const counts = outboxes.map(({ table_schema: schema }) => `(select count(*) from ${schema}.outbox)`);
    await until('events are published', async () => {
      const [{ left }] = await this.query(`select (${counts.join(' + ')})::int as left`);
      return left === 0;
    });
  }

  /** What V8 runs during an act, beyond what it runs at rest. */
  async filesOf(act) {
    await this.inspector.functionsRun();
    await delay(REST_MS);
    const atRest = await this.inspector.functionsRun();
    await act();
    const run = await this.inspector.functionsRun();
    return filesOf([...run].filter((one) => !atRest.has(one)));
  }

  async stop() {
    this.inspector?.close();
    await this.#database?.end().catch(() => undefined);
    const ended = new Promise((resolve) => this.#child.once('exit', resolve));
    if (this.#child.exitCode === null) {
      this.#child.kill('SIGTERM');
      await ended;
    }
    rmSync(this.#directory, { recursive: true, force: true });
  }
}

async function until(what, holds) {
  const deadline = Date.now() + WITHIN_MS;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`${what}: not within ${WITHIN_MS / 1000} s`);
    await delay(LOOK_EVERY_MS);
  }
}

function filesOf(functions) {
  const compiled = new Set(functions.map((one) => one.slice(0, one.lastIndexOf(':'))));
  return [...compiled]
    .map((file) => file.replace(/\.js$/, '.ts'))
    .filter((file) => !NOT_WALKED.test(file))
    .sort();
}

/** A transaction is booked at the bank, synced, shaped, sent to the budget and to the webhook, and read over REST. */
async function transactionWalk(system) {
  const [account] = await system.query(
    'select id, external_id from ingestion_sync.financial_accounts order by id',
  );
  let nth = 0;
  return async () => {
    nth += 1;
    const words = `walk number ${nth}`;
    const before = await sentOf(system);
    await system.control('POST', `/provider-a/accounts/${account.external_id}/transactions`, {
      booked: [
        {
          transactionId: `walk-${nth}`,
          bookingDate: new Date().toISOString().slice(0, 10),
          transactionAmount: { amount: '-12.34', currency: 'CZK' },
          creditorName: 'Walk',
          remittanceInformationUnstructured: words,
        },
      ],
    });
    await system.query(
      'update ingestion_sync.financial_accounts set next_sync_at = clock_timestamp() where id = $1',
      [account.id],
    );
    await until('a transaction at the budget and the webhook', async () => {
      const now = await sentOf(system);
      return now.toBudget > before.toBudget && now.toWebhooks > before.toWebhooks;
    });
    const { data } = await system.request('GET', '/finance/transactions?page[size]=1&sort=-id');
    if (!JSON.stringify(data).includes(words)) throw new Error('REST does not show the transaction');
  };
}

async function sentOf(system) {
  const { budgeta, receiver } = await system.control('GET', '/summary?institution=BERKA_2');
  const deliveries = Object.values(receiver).map((one) => one.deliveries);
  return { toBudget: budgeta.transactions, toWebhooks: deliveries.reduce((sum, one) => sum + one, 0) };
}

/** `PUT /transfer-links/{id}` of its start date, which nothing that was sent is before, and its event. */
async function linkWalk(system) {
  const { data } = await system.request('GET', '/transfer-links?page[size]=1');
  let day = 1;
  return async () => {
    day += 1;
    const changed = { transfer_start_date: `1990-01-0${day}` };
    const { data: link } = await system.request('PUT', `/transfer-links/${data[0].id}`, changed);
    if (link.transfer_start_date !== changed.transfer_start_date) throw new Error('the link is not changed');
  };
}

const WALKS = { transaction: transactionWalk, link: linkWalk };

/**
 * The files of each walk, in a clone whose tests are built. Files that only pass on what others export do not count.
 * @returns {Promise<Record<'transaction' | 'link', string[]>>}
 */
export async function walkedFiles(root = ROOT) {
  const system = await WalkedSystem.start(root);
  try {
    const files = {};
    for (const [name, begin] of Object.entries(WALKS)) {
      const walk = await begin(system);
      const whole = async () => {
        await walk();
        await system.untilPublished();
      };
      await whole(); // what the first one loads is loaded
      files[name] = await system.filesOf(whole);
    }
    return files;
  } finally {
    await system.stop();
  }
}

/** @returns {number} the lines of files below a root */
export function linesOf(files, root = ROOT) {
  return files.reduce(
    (sum, file) => sum + readFileSync(path.join(root, file), 'utf8').split('\n').length - 1,
    0,
  );
}

if (process.argv[1] === import.meta.filename) {
  const words = process.argv.slice(2);
  const root = path.resolve(words.find((word) => !word.startsWith('--')) ?? ROOT);
  const walks = await walkedFiles(root);
  if (words.includes('--json')) console.log(JSON.stringify(walks));
  else
    for (const [name, files] of Object.entries(walks)) {
      console.log(`${name}: ${files.length} files, ${linesOf(files, root)} lines`);
      if (words.includes('--files')) console.log(files.join('\n'));
    }
}
