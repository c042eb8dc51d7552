import { roundDecimal } from '@tributary/money';
import { eventually, shareOf, Visitor } from '@tributary/testing';
import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { whyNoContainers } from './testing/container-engine';
import { blocksOf, blocksOfPage, inShell } from './testing/deploy-page';
import { Reads } from './testing/reads';
import { ROOT } from './testing/deployments';

jest.setTimeout(40 * 60_000);

const why = whyNoContainers('tributary-api-gateway-1');
const describeWithEngine = why === null ? describe : describe.skip;
const name = `deploy/README.md: Docker Compose${why === null ? '' : ` (skipped, ${why})`}`;

/** A usual CI run: up, a bank, one container killed, down and up again, with the image that engine.mjs made of `dist`. */
const SHARE = process.env.SHARE === '1';
const inWhole = SHARE ? it.skip : it;
const ORIGIN = 'http://127.0.0.1:3000';
const BANK = 'http://127.0.0.1:4010/_control';
const SERVICES = ['api-gateway', 'ingestion-sync', 'rule-engine', 'transfer-engine', 'webhook-dispatcher'];
const CONTAINERS = [...SERVICES, 'postgres', 'kafka'];
/** Of the bank's 1,229; they have more than 1,000 transactions. */
const ACCOUNTS = 40;
/** A connection that a container's end has cut may never answer. */
const answered = () => AbortSignal.timeout(20_000);
const PATIENT = { timeoutMs: 300_000, intervalMs: 1_000 };

const [firstSteps = '', operator = '', backup = '', restore = '', upgrade = '', tls = '', sandbox = ''] =
  blocksOf('Docker Compose');

it('the page has the commands that are run here', () => {
  expect(firstSteps).toContain('deploy/new-env.sh');
  expect(operator).toContain('operator status');
  expect(backup).toBe('deploy/backup.sh tributary.dump\n');
  expect(restore).toContain('pg_restore');
  expect(upgrade).toBe('deploy/upgrade.sh\n');
  expect(tls).toContain('TRIBUTARY_HOST=');
  expect(sandbox).toContain('PROVIDER_A_BASE_URL=');
  expect(blocksOf('Docker Compose')).toHaveLength(7);
});

describeWithEngine(name, () => {
  let folder: string;
  let token: string;
  let ofOthers: readonly string[];
  const browser = new Visitor(ORIGIN);

  const run = (script: string) => inShell(script, folder);
  const report = (figures: object) => process.stderr.write(`${JSON.stringify(figures)}\n`);
  const timed = (what: string, script: string) => {
    const begun = Date.now();
    run(script);
    report({ [what]: (Date.now() - begun) / 1000 });
  };
  const up = 'docker compose --profile sandbox up -d --wait';
  const setting = (text: string) => appendFileSync(path.join(folder, '.env'), `${text}\n`);

  async function rest<Data>(method: string, below: string, body?: object): Promise<Data> {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    const answer = await fetch(`${ORIGIN}/api/v1${below}`, {
      method,
      headers,
      body: JSON.stringify(body),
      signal: answered(),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${below} answered ${answer.status}: ${text}`);
    return (JSON.parse(text) as { data: Data }).data;
  }

  /** Rows and checksum of each table of the query model. */
  const checksums = () => run('docker compose run --rm -T operator query-model checksum').split('\n').sort();
  /** Booked and pending rows, and the sum of the booked ones to the cent. */
  const stored = () => {
    const counts =
      'select count(*), sum(amount) filter (where booked) from api_gateway.transactions where not removed';
    const psql = 'docker compose exec -T postgres psql --username=postgres --dbname=tributary -tA -F" "';
    const [count, sum] = run(`${psql} --command "${counts}"`).trim().split(' ');
    return { count: Number(count), sum: roundDecimal(sum ?? '', 2) };
  };
  const atTheBank = async () => {
    const answer = await fetch(`${BANK}/summary`, { signal: answered() });
    const { provider_a: bank } = (await answer.json()) as {
      provider_a: { transactions: number; pending: number; signed_sum: string };
    };
    return { count: bank.transactions + bank.pending, sum: roundDecimal(bank.signed_sum, 2) };
  };
  const stats = () =>
    run("docker stats --no-stream --format '{{.Name}} {{.CPUPerc}} {{.MemUsage}}'").trim().split('\n').sort();

  const volumes = () => run('docker volume ls --quiet').split('\n').filter(Boolean).sort();

  beforeAll(() => {
    // A checkout of one's own, so that the working copy keeps its .env.
    folder = mkdtempSync(path.join(tmpdir(), 'tributary-compose-'));
    ofOthers = volumes();
    inShell('git ls-files -z -co --exclude-standard | tar --null -T - -c | tar -x -C "$1"', ROOT, [folder]);
    const override = { services: { sandbox: { environment: { SANDBOX_ACCOUNTS: String(ACCOUNTS) } } } };
    writeFileSync(path.join(folder, 'docker-compose.override.yml'), JSON.stringify(override));
  });
  afterAll(() => {
    spawnSync('docker', ['compose', '--profile', '*', 'down', '--volumes', '--timeout', '10'], {
      cwd: folder,
      stdio: 'ignore',
    });
    rmSync(folder, { recursive: true, force: true });
  });

  it('starts by the first steps, and is ready', () => {
    const lines = firstSteps.trim().split('\n');
    expect(lines).toHaveLength(4);
    for (const line of lines) {
      if (SHARE && line === 'docker compose build') setting(sandbox);
      else timed(line.replace(/ +#.*/, ''), SHARE ? line.replace('docker compose up -d --wait', up) : line);
    }
    report({ image_mb: Number(run("docker image inspect --format '{{.Size}}' tributary:local")) / 1e6 });
  });

  it('shows none of its secrets to who may inspect containers', () => {
    const secrets = readFileSync(path.join(folder, '.secrets/secrets.env'), 'utf8')
      .split('\n')
      .flatMap((line) => line.split('=').slice(1).join('=') || []);
    expect(secrets.length).toBeGreaterThan(20);
    const shown = run('docker inspect $(docker ps --all --quiet --filter name=tributary-)');
    expect(secrets.filter((secret) => shown.includes(secret))).toEqual([]);
  });

  it('gives the first user an account and a token, and others none without an invitation', async () => {
    await browser.signUp();
    const scopes = ['financial-connections:read', 'financial-connections:write', 'transactions:read'];
    const wanted = { name: 'test', scopes, financial_accounts: null };
    const { status, data } = await browser.console<{ token: string }>('POST', '/tokens', wanted);
    expect(status).toBe(201);
    token = data.token;
    expect((await new Visitor(ORIGIN).get('/sign-up')).status).toBe(403);
  });

  it('takes the commands for operators', () => {
    const printed = run(operator.replaceAll('docker compose run --rm', 'docker compose run --rm -T'));
    for (const service of SERVICES) expect(printed).toContain(service);
    expect(printed).toContain('/sign-up?invitation=');
  });

  it('gets more than 1,000 transactions of the sandbox’s bank', async () => {
    if (!SHARE) {
      setting(sandbox);
      timed(up, up);
    }
    const bank = await eventually(async () => {
      const [found] = await rest<{ id: string }[]>('GET', '/finance/institutions?filter[search]=berka');
      if (found === undefined) throw new Error('the institutions are not there yet');
      return found.id;
    }, PATIENT);
    const redirect_url = 'https://client.example/done';
    const begun = Date.now();
    const { auth_url } = await rest<{ auth_url: string }>('POST', '/finance/connections', {
      institution_id: bank,
      redirect_url,
    });
    await browser.consent(auth_url);
    const total = await atTheBank();
    expect(total.count).toBeGreaterThan(1_000);
    let busy: string[] = [];
    await eventually(() => {
      if (busy.length === 0) busy = stats();
      expect(stored()).toEqual(total);
    }, PATIENT);
    report({ ...total, seconds: (Date.now() - begun) / 1000, stats_under_load: busy });
    run('docker compose run --rm -T operator check');
    report({ stats_at_rest: stats() });
  });

  it.each(SHARE ? shareOf(CONTAINERS, 1) : CONTAINERS)(
    'loses and doubles nothing when %s is killed',
    async (killed) => {
      const state = () =>
        run(`docker inspect --format '{{.State.StartedAt}} {{.State.Health.Status}}' tributary-${killed}-1`)
          .trim()
          .split(' ');
      const [startedAt] = state();
      // Of the container's first process, as a crash is: the engine starts it again, which `docker kill` keeps it from.
      run(`kill -KILL $(docker inspect --format '{{.State.Pid}}' tributary-${killed}-1)`);
      const begun = Date.now();
      const id = (await bankAccounts())[0] ?? '';
      const booked = [
        {
          transactionId: `killed-${killed}`,
          bookingDate: new Date().toISOString().slice(0, 10),
          transactionAmount: { amount: '-10.50', currency: 'CZK' },
          creditorName: 'Kahvila',
        },
      ];
      const answer = await fetch(`${BANK}/provider-a/accounts/${id}/transactions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ booked }),
        signal: answered(),
      });
      expect(answer.ok).toBe(true);
      await eventually(() => {
        const [again, health] = state();
        expect({ isNew: again !== startedAt, health }).toEqual({ isNew: true, health: 'healthy' });
      }, PATIENT);
      report({ killed, healthy_after_s: (Date.now() - begun) / 1000 });
      run('docker compose run --rm -T operator sync --connection 1');
      const total = await atTheBank();
      await eventually(() => expect(stored()).toEqual(total), PATIENT);
    },
  );

  async function bankAccounts(): Promise<string[]> {
    const answer = await fetch(`${BANK}/ledger/provider-a`, { signal: answered() });
    const { accounts } = (await answer.json()) as { accounts: readonly { id: string }[] };
    return accounts.map(({ id }) => id);
  }

  const health = async (which: 'live' | 'serving' | 'ready') => {
    const { status } = await fetch(`${ORIGIN}/health/${which}`, {
      headers: { connection: 'close' },
      signal: answered(),
    });
    return status;
  };
  const seconds = async (state: () => Promise<void>) => {
    const begun = Date.now();
    await eventually(state, { ...PATIENT, intervalMs: 50 });
    return (Date.now() - begun) / 1000;
  };
  const isReady = async () => expect(await health('ready')).toBe(200);

  /** It runs again afterwards, whatever failed. */
  async function whileStopped(part: string, statements: () => Promise<void>): Promise<void> {
    run(`docker compose stop ${part}`);
    await statements().finally(() => run(`docker compose start ${part}`));
  }

  inWhole('serves reads while Kafka is stopped, also by a gateway that starts then', async () => {
    let serves_without_kafka_s = 0;
    await whileStopped('kafka', async () => {
      run('docker compose restart api-gateway');
      serves_without_kafka_s = await seconds(async () => expect(await health('serving')).toBe(200));
      expect(await rest<object[]>('GET', '/finance/transactions')).not.toEqual([]);
      expect(await health('ready')).toBe(503);
    });
    report({ serves_without_kafka_s, ready_after_kafka_s: await seconds(isReady) });
  });

  inWhole(
    'lives without PostgreSQL, also a gateway that starts then, and is ready when it is back',
    async () => {
      await whileStopped('postgres', async () => {
        run('docker compose restart api-gateway');
        await seconds(async () => expect(await health('live')).toBe(200));
        expect([await health('serving'), await health('ready')]).toEqual([503, 503]);
      });
      report({ ready_after_postgres_s: await seconds(isReady) });
    },
  );

  inWhole('answers no read for ten seconds at most when the gateway is killed', async () => {
    const startedAt = () => run("docker inspect --format '{{.State.StartedAt}}' tributary-api-gateway-1");
    const before = startedAt();
    const reads = new Reads(`${ORIGIN}/health/serving`);
    run("kill -KILL $(docker inspect --format '{{.State.Pid}}' tributary-api-gateway-1)");
    await eventually(() => expect(startedAt()).not.toBe(before), PATIENT);
    await seconds(isReady);
    const reads_unanswered_ms = await reads.end();
    report({ reads_unanswered_ms });
    expect(reads_unanswered_ms).toBeLessThan(10_000);
  });

  it('comes back with its data after `down`, which leaves the volumes that have names alone', () => {
    run('docker compose run --rm -T operator check');
    const before = checksums();
    timed('down', 'docker compose --profile sandbox down');
    expect(volumes().filter((volume) => !ofOthers.includes(volume))).toEqual([
      'tributary_backups',
      'tributary_kafka',
      'tributary_postgres',
      'tributary_sandbox',
    ]);
    timed('up after down', up);
    expect(checksums()).toEqual(before);
  });

  inWhole('speaks TLS by Caddy', () => {
    setting(tls.replaceAll('tributary.example.com', 'localhost'));
    run('docker compose --profile sandbox --profile tls up -d --wait');
    const authority = 'docker compose exec -T caddy cat /data/caddy/pki/authorities/local/root.crt > ca.pem';
    run(`for i in $(seq 30); do ${authority} && break; sleep 1; done`);
    const ready = run('curl --fail --silent --show-error --cacert ca.pem https://localhost/health/ready');
    expect(ready).toContain('ok');
    expect(run('curl --silent --output /dev/null --write-out "%{redirect_url}" http://localhost/')).toBe(
      'https://localhost/',
    );
    run('docker compose --profile tls rm --stop --force caddy');
    const env = path.join(folder, '.env');
    writeFileSync(env, readFileSync(env, 'utf8').replaceAll(/^(TRIBUTARY_HOST|PUBLIC_URL)=.*\n/gm, ''));
  });

  inWhole('has rules and a configuration that Prometheus reads', () => {
    const check =
      'docker compose --profile monitoring run --rm --no-deps -T --entrypoint promtool prometheus';
    expect(run(`${check} check config /etc/prometheus/prometheus.yml`)).toContain('SUCCESS');
  });

  inWhole('is restored from its backup on an empty machine, with equal checksums', () => {
    run(up);
    timed('backup', backup);
    report({ dump_mb: statSync(path.join(folder, 'tributary.dump')).size / 1e6 });
    const before = checksums();
    run('docker compose --profile sandbox down --volumes');
    timed('restore', restore.replaceAll('run --rm', 'run --rm -T'));
    expect(checksums()).toEqual(before);
  });

  inWhole('makes a backup in its volume, and is restored from it on an empty machine', () => {
    const made = run('docker compose run --rm -T operator backups make /backups');
    const [, name = ''] = /: (tributary-\S+\.tar)/.exec(made) ?? [];
    const before = checksums();
    run('docker compose --profile sandbox down && docker volume rm tributary_postgres tributary_kafka');
    const [restoreNightly = ''] = blocksOfPage('docs/how-to/back-up-every-night.md').filter((block) =>
      block.includes('compose run --rm --entrypoint'),
    );
    timed(
      'restore of a nightly backup',
      restoreNightly.replaceAll('run --rm', 'run --rm -T').replace(/tributary-\S+\.tar/, name),
    );
    expect(checksums()).toEqual(before);
  });

  inWhole(
    'is upgraded as the page says, and reads fail for ten seconds at most; then goes back',
    async () => {
      const before = checksums();
      const reads = new Reads(`${ORIGIN}/health/serving`);
      timed('upgrade', upgrade);
      const failedMs = await reads.end();
      report({ upgrade_reads_failed_ms: failedMs });
      expect(failedMs).toBeLessThan(10_000);
      expect(checksums()).toEqual(before);
      timed('back', 'deploy/go-back.sh');
      expect(checksums()).toEqual(before);
    },
  );

  const { PREVIOUS_SERVICES: previous } = process.env;
  (previous ? it : it.skip)(
    'is upgraded from the image that PREVIOUS_SERVICES names, with its data',
    async () => {
      run(
        'docker compose down --volumes && sed -i /^TRIBUTARY_TAG/d .env && docker tag tributary:local tributary:new',
      );
      run(`docker tag ${previous} tributary:local && docker compose up -d --wait`);
      const user = new Visitor(ORIGIN);
      await user.signUp();
      const before = run('docker compose run --rm -T operator users list');
      run('docker tag tributary:new tributary:local');
      timed('upgraded', 'docker compose up -d --wait');
      expect(run('docker compose run --rm -T operator users list')).toBe(before);
      // The first request may find a connection that the former container has left.
      await eventually(async () => expect(await user.isSignedIn()).toBe(true), PATIENT);
      run('docker compose run --rm -T operator check');
    },
  );
});
