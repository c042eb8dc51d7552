import { spawnSync } from 'node:child_process';

/**
 * Why no deployment can be run on an engine, or null. It takes many minutes, so it is done by tools/containers/engine.mjs alone: by
 * hand, and with FULL=1.
 */
export function whyNoContainers(container: string): string | null {
  const succeeds = (...words: string[]) => spawnSync('docker', words, { stdio: 'ignore' }).status === 0;
  if (!process.env.CONTAINERS) return 'by hand: node tools/containers/engine.mjs run npx jest tools/deploy-';
  if (!succeeds('info')) return 'no container engine';
  return succeeds('container', 'inspect', container) ? `a container named ${container} is there` : null;
}
