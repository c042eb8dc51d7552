import './telemetry';
import { run } from './run';
import { serve } from './serve/serve';

const [word, ...words] = process.argv.slice(2);
void (word === 'serve' ? serve(words, process.env) : run(process.argv.slice(2), process.env));
