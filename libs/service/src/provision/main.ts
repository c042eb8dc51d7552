import { provision, provisionFailure } from './provisioning';

/** One-shot: a deployment runs it with an administrator's database URL, which no service ever gets. */
provision(process.env).then(
  (done) => process.stdout.write(`${done}\n`),
  (error: unknown) => {
    process.stderr.write(`${provisionFailure(error)}\n`);
    process.exitCode = 1;
  },
);
