import { parentPort, workerData } from 'node:worker_threads';
import { JobRunner } from './job-runner';
import { Job, JobAnswer } from './tasks';

/** A thread that runs users' rules, one job at a time. */
const port = parentPort;
if (!port) throw new Error('this program is a worker thread of the rule engine');
const runner = new JobRunner(new Int32Array(workerData as SharedArrayBuffer));
port.on('message', (job: Job) => port.postMessage(answer(job)));
port.postMessage({ gives: null }); // ready

function answer(job: Job): JobAnswer {
  try {
    return { gives: runner.run(job) };
  } catch (error) {
    return { failed: error instanceof Error ? (error.stack ?? error.message) : 'the job failed' };
  }
}
