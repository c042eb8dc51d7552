#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../../../dist/apps/operator/src/main.js', import.meta.url));
if (['serve', 'backup', 'restore'].includes(process.argv[2])) {
  await import('../../../tools/start.mjs'); // builds changed sources, and runs the program of `npm start`
} else if (existsSync(main)) {
  createRequire(import.meta.url)(main);
} else {
  console.error('Tributary is not built yet: run `npm run build` first.');
  process.exitCode = 1;
}
