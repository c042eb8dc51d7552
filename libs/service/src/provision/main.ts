import { provision, provisionFailure } from './provisioning';

/** Runs once: a deployment runs it with an administrator's database URL, which services never get. */
provision(process.env).then(
  (done) => process.stdout.write(`${done}\n`),
  (error: unknown) => {
    process.stderr.write(`${provisionFailure(error)}\n`);
    process.exitCode = 1;
  },
);
