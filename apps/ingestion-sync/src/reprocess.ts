import { runReprocessing } from './transactions/reprocessing/run-reprocessing';

void runReprocessing(process.argv.slice(2));
