/**
 * Settings for one small machine that also runs the services. Committed data is on disk (fsync, synchronous_commit);
 * everything else trades recovery time and unused features for throughput.
 */
export const SERVER_SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  max_connections: '200',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  random_page_cost: '1.1',
  fsync: 'on',
  synchronous_commit: 'on',
  // This server has no replicas.
  wal_level: 'minimal',
  max_wal_senders: '0',
  wal_buffers: '16MB',
  min_wal_size: '256MB',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  checkpoint_completion_target: '0.9',
  // Short statements on few cores: compiling them or spreading them over workers costs more than it gives,
  // and workers need shared memory that small containers do not have.
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  // Rows hold account data: neither statements nor key values may get into the log.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  lc_messages: 'C',
};
