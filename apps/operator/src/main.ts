import { run } from './run';

void run(process.argv.slice(2), process.env).then((code) => (process.exitCode = code));
