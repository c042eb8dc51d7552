import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { goProgram } from './containers/go-programs.mjs';
import { OVERLAY_NAMES, render } from './manifests.mjs';

/** What the chart has as a choice. */
const COMPONENTS = fileURLToPath(new URL('../deploy/kubernetes/components', import.meta.url));
const CHART = fileURLToPath(new URL('../deploy/helm', import.meta.url));

/**
 * Renders each Kustomize overlay into the Helm chart, which changes only what its values say, and copies what is a choice of
 * the values. Returns the chart's folder.
 */
export function completeChart() {
  const folder = path.join(CHART, 'objects');
  mkdirSync(folder, { recursive: true });
  for (const name of OVERLAY_NAMES) writeFileSync(path.join(folder, `${name}.yaml`), render(name));
  for (const file of ['operator/operator.yaml', 'backup/backup.yaml', 'monitoring/alerts.yaml'])
    copyFileSync(path.join(COMPONENTS, file), path.join(folder, path.basename(file)));
  return CHART;
}

/** `npm run chart [-- folder]`: completes the chart, and packs it into the folder. Packing needs Helm, which is built once. */
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const chart = completeChart();
  const [folder] = process.argv.slice(2);
  if (folder)
    execFileSync(goProgram('helm'), ['package', chart, '--destination', folder], { stdio: 'inherit' });
  else console.log(chart);
}
