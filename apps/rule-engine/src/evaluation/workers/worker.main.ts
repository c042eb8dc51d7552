import { parentPort, workerData } from 'node:worker_threads';
import { JobRunner } from './job-runner';
import { Job, WorkerReply } from './tasks';

/** A thread that runs users' rules, one job at a time. */
const port = parentPort;
if (!port) throw new Error('this program is a worker thread of the rule engine');
const runner = new JobRunner(new Int32Array(workerData as SharedArrayBuffer));
port.on('message', (job: Job) => port.postMessage(reply(job)));
port.postMessage({ result: null }); // ready

function reply(job: Job): WorkerReply {
  try {
    return { result: runner.run(job) };
  } catch (error) {
    return { failed: error instanceof Error ? (error.stack ?? error.message) : 'the job failed' };
  }
}
