import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { alertRules, MONITORING } from './testing/deployments';

jest.setTimeout(60_000);

const SERVICES = ['api-gateway', 'ingestion-sync', 'rule-engine', 'transfer-engine', 'webhook-dispatcher'];

/** Series with a value for each minute, in Prometheus' notation: `0+1x9` is 0, 1, … 9. */
type Series = Readonly<Record<string, string>>;

interface Case {
  /** In which it fires, with these labels and words. */
  readonly bad: Series;
  readonly labels: Readonly<Record<string, string>>;
  readonly summary: string;
  /** When it is looked at: after its `for`. */
  readonly minutes: number;
  /** A time before which it must not have fired; 0: at once. */
  readonly notBefore: number;
  /** In which it never fires: as bad as is still good. */
  readonly good: Series;
}

const everyServiceBut = (silent?: string): Series =>
  Object.fromEntries(
    SERVICES.map((service) => [
      `tributary_work_waiting{service_name="${service}",work="outbox"}`,
      service === silent ? '0x10 _x200' : '0x210',
    ]),
  );
const oldest = (work: string, values: string): Series => ({
  [`tributary_work_oldest_seconds{service_name="rule-engine",work="${work}"}`]: values,
});
const syncs = (failed: number, succeeded: number): Series => ({
  'tributary_sync_duration_seconds_count{provider="PROVIDER_A",outcome="failed"}': `0+${failed}x120`,
  'tributary_sync_duration_seconds_count{provider="PROVIDER_A",outcome="succeeded"}': `0+${succeeded}x120`,
});
const attempts = (failed: number, succeeded: number): Series => ({
  'tributary_transfer_attempts_total{succeeded="false"}': `0+${failed}x120`,
  'tributary_transfer_attempts_total{succeeded="true"}': `0+${succeeded}x120`,
});
const requests = (failed: number, succeeded: number): Series => ({
  'http_server_request_duration_seconds_count{service_name="api-gateway",http_response_status_code="503"}': `0+${failed}x120`,
  'http_server_request_duration_seconds_count{service_name="api-gateway",http_response_status_code="200"}': `0+${succeeded}x120`,
  // Those of another service count for nothing.
  'http_server_request_duration_seconds_count{service_name="rule-engine",http_response_status_code="503"}': `0+900x120`,
});
const withinASecond = (fast: number, all: number): Series => ({
  'http_server_request_duration_seconds_bucket{service_name="api-gateway",le="1"}': `0+${fast}x120`,
  'http_server_request_duration_seconds_bucket{service_name="api-gateway",le="3"}': `0+${all}x120`,
  'http_server_request_duration_seconds_bucket{service_name="api-gateway",le="+Inf"}': `0+${all}x120`,
});
const PROCESS = 'service_name="rule-engine",instance="one"';
/** A process that is young again every so many minutes. */
const startsEvery = (minutes: number): Series => ({
  [`tributary_process_start_time_seconds{${PROCESS}}`]: Array.from(
    { length: 120 },
    (_, minute) => `${Math.floor(minute / minutes) * minutes * 60}`,
  ).join(' '),
});
const memory = (used: number): Series => ({
  [`tributary_process_memory_bytes{${PROCESS}}`]: `${used}x120`,
  [`tributary_process_memory_limit_bytes{${PROCESS}}`]: '400x120',
});
const GB = 2 ** 30;
const disk = (free: number, size: number, folder = 'data'): Series => ({
  [`tributary_disk_free_bytes{${PROCESS},folder="${folder}"}`]: `${free}x120`,
  [`tributary_disk_size_bytes{${PROCESS},folder="${folder}"}`]: `${size}x120`,
});
const connections = (open: number): Series => ({
  'tributary_database_connections{service_name="api-gateway"}': `${open}x120`,
  'tributary_database_connections{service_name="rule-engine"}': `${open - 3}x120`,
  'tributary_database_connections_max{service_name="api-gateway"}': '100x120',
});
const DAY_S = 24 * 60 * 60;

const CASES: Readonly<Record<string, Case>> = {
  ServiceSilent: {
    bad: everyServiceBut('rule-engine'),
    labels: { severity: 'critical', service_name: 'rule-engine', work: 'outbox' },
    summary: 'rule-engine has sent no metrics for five minutes.',
    minutes: 20,
    notBefore: 14,
    good: everyServiceBut(),
  },
  OutboxStuck: {
    bad: oldest('outbox', '90x60'),
    labels: { severity: 'critical', service_name: 'rule-engine' },
    summary: 'Events of rule-engine have waited 1m 30s to get onto the bus.',
    minutes: 6,
    notBefore: 4,
    good: oldest('outbox', '60x120'),
  },
  DeadLetters: {
    bad: { 'tributary_work_waiting{service_name="rule-engine",work="dead_letters"}': '3x60' },
    labels: { severity: 'warning', service_name: 'rule-engine' },
    summary: 'rule-engine has set 3 messages aside.',
    minutes: 11,
    notBefore: 9,
    good: {
      'tributary_work_waiting{service_name="rule-engine",work="dead_letters"}': '0x120',
      'tributary_work_waiting{service_name="rule-engine",work="outbox"}': '9x120',
    },
  },
  CommandsRefused: {
    bad: { 'tributary_commands_refused_total{service_name="rule-engine"}': '5x5 8x60' },
    labels: { severity: 'critical', service_name: 'rule-engine' },
    summary: 'rule-engine has refused 3 commands that the gateway did not sign.',
    minutes: 8,
    notBefore: 5,
    good: { 'tributary_commands_refused_total{service_name="rule-engine"}': '7x120' },
  },
  ConsumersBehind: {
    bad: {
      'tributary_consumer_lag{group="rules",topic="a",service_name="one"}': '4000x60',
      'tributary_consumer_lag{group="rules",topic="a",service_name="two"}': '4000x60',
      'tributary_consumer_lag{group="rules",topic="b",service_name="one"}': '2000x60',
    },
    labels: { severity: 'warning', group: 'rules' },
    summary: 'The consumers rules are 6000 messages behind.',
    minutes: 16,
    notBefore: 14,
    // Seen by two processes, it is still one.
    good: {
      'tributary_consumer_lag{group="rules",topic="a",service_name="one"}': '4000x120',
      'tributary_consumer_lag{group="rules",topic="a",service_name="two"}': '4000x120',
    },
  },
  SyncsLate: {
    bad: oldest('syncs', '5400x60'),
    labels: { severity: 'warning' },
    summary: 'A sync has been due for 1h 30m 0s.',
    minutes: 11,
    notBefore: 9,
    good: oldest('syncs', '3600x120'),
  },
  SyncsFailing: {
    bad: syncs(30, 70),
    labels: { severity: 'warning', provider: 'PROVIDER_A' },
    summary: 'More than a fifth of the syncs at PROVIDER_A fail.',
    minutes: 40,
    notBefore: 29,
    good: syncs(20, 80),
  },
  TransfersLate: {
    bad: oldest('transfers', '5400x60'),
    labels: { severity: 'warning' },
    summary: 'A transfer has been due for 1h 30m 0s.',
    minutes: 16,
    notBefore: 14,
    good: oldest('transfers', '3600x120'),
  },
  TransfersFailing: {
    bad: attempts(30, 70),
    labels: { severity: 'warning' },
    summary: 'More than a fifth of the attempts to transfer fail.',
    minutes: 40,
    notBefore: 29,
    good: attempts(20, 80),
  },
  DeliveriesLate: {
    bad: oldest('deliveries', '660x60'),
    labels: { severity: 'warning' },
    summary: 'A webhook delivery has been due for 11m 0s.',
    minutes: 16,
    notBefore: 14,
    good: oldest('deliveries', '600x120'),
  },
  ReshapingLate: {
    bad: oldest('reshapes', '5400x60'),
    labels: { severity: 'warning' },
    summary: 'History has waited 1h 30m 0s to be shaped.',
    minutes: 16,
    notBefore: 14,
    good: oldest('reshapes', '3600x120'),
  },
  ApiErrors: {
    bad: requests(2, 98),
    labels: { severity: 'critical' },
    summary: 'More than one in a hundred API requests fail.',
    minutes: 10,
    notBefore: 4,
    good: requests(1, 99),
  },
  ApiSlow: {
    bad: withinASecond(980, 1000),
    labels: { severity: 'warning' },
    summary: 'One in a hundred API requests takes longer than 2s.',
    minutes: 15,
    notBefore: 9,
    good: withinASecond(990, 1000),
  },
  RestartLoop: {
    bad: startsEvery(8),
    labels: { severity: 'critical', service_name: 'rule-engine' },
    summary: 'No process of rule-engine gets old: the youngest started 6m 0s ago, for 20 minutes.',
    minutes: 30,
    notBefore: 19,
    good: startsEvery(25),
  },
  MemoryNearlyFull: {
    bad: memory(380),
    labels: { severity: 'warning', service_name: 'rule-engine' },
    summary: 'rule-engine uses 95% of the memory that it may use.',
    minutes: 11,
    notBefore: 9,
    good: memory(360),
  },
  DiskNearlyFull: {
    bad: disk(GB, 20 * GB),
    labels: { severity: 'warning', service_name: 'rule-engine', folder: 'data' },
    summary: 'Only 1GiB are free on the disk of the data folder of rule-engine.',
    minutes: 11,
    notBefore: 9,
    // A large disk has room, and a small one is meant to be small.
    good: { ...disk(3 * GB, 4000 * GB), ...disk(GB, 4 * GB, 'logs') },
  },
  ConnectionsNearlyUsedUp: {
    bad: connections(95),
    labels: { severity: 'warning' },
    summary: '95 connections to the database are open, more than nine tenths of what the server accepts.',
    minutes: 11,
    notBefore: 9,
    good: connections(90),
  },
  CertificateEnds: {
    bad: {
      'tributary_certificate_remaining_seconds{service_name="api-gateway",peer="database"}': `${7 * DAY_S}x90`,
    },
    labels: { severity: 'warning', peer: 'database' },
    summary: 'The certificate of the database is valid for 7d 0h 0m 0s only.',
    minutes: 61,
    notBefore: 59,
    good: {
      'tributary_certificate_remaining_seconds{service_name="api-gateway",peer="database"}': `${14 * DAY_S}x120`,
    },
  },
  BackupOld: {
    bad: { 'tributary_backup_age_seconds{service_name="api-gateway"}': `${2 * DAY_S}x90` },
    labels: { severity: 'critical' },
    summary: 'The last backup was made 2d 0h 0m 0s ago.',
    minutes: 61,
    notBefore: 59,
    good: { 'tributary_backup_age_seconds{service_name="api-gateway"}': `${1.5 * DAY_S}x120` },
  },
  BackupsFail: {
    bad: { 'tributary_backup_failures{service_name="api-gateway"}': '2x200' },
    labels: { severity: 'warning' },
    summary: '2 attempts to make a backup have failed since the last one.',
    minutes: 181,
    notBefore: 179,
    good: { 'tributary_backup_failures{service_name="api-gateway"}': '0x200' },
  },
};

const rules = alertRules();
const hasPromtool = spawnSync('promtool', ['--version'], { stdio: 'ignore' }).status === 0;
const describeWithPromtool = hasPromtool ? describe : describe.skip;

it('every alert is played', () =>
  expect(Object.keys(CASES).sort()).toEqual(rules.map(({ alert }) => alert).sort()));

describeWithPromtool(
  `an alert${hasPromtool ? '' : ' (skipped, promtool is missing: apt-get install prometheus)'}`,
  () => {
    let folder: string;
    beforeAll(() => {
      folder = mkdtempSync(path.join(tmpdir(), 'tributary-alerts-'));
      copyFileSync(path.join(MONITORING, 'alerts.yaml'), path.join(folder, 'alerts.yaml'));
    });
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    const series = (of: Series) => Object.entries(of).map(([name, values]) => ({ series: name, values }));

    it.each(Object.entries(CASES))('%s fires when it should, in words, and not before', (alert, played) => {
      const { annotations } = rules.find((rule) => rule.alert === alert) ?? { annotations: {} };
      const expected = {
        exp_labels: played.labels,
        exp_annotations: { ...annotations, summary: played.summary },
      };
      const quietAt = (minutes: number) => ({ eval_time: `${minutes}m`, alertname: alert, exp_alerts: [] });
      const tests = [
        {
          interval: '1m',
          input_series: series(played.bad),
          alert_rule_test: [
            quietAt(played.notBefore),
            { eval_time: `${played.minutes}m`, alertname: alert, exp_alerts: [expected] },
          ],
        },
        {
          interval: '1m',
          input_series: series(played.good),
          alert_rule_test: [30, 60, 90, 119].map(quietAt),
        },
      ];
      const file = path.join(folder, `${alert}.json`); // JSON is YAML, too
      writeFileSync(file, JSON.stringify({ rule_files: ['alerts.yaml'], evaluation_interval: '1m', tests }));
      const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' });
      expect({ status, said: status === 0 ? '' : stdout + stderr }).toEqual({ status: 0, said: '' });
    });
  },
);
