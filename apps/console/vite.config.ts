import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const inRepository = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** Where a running system is, whose API the development server passes requests to. */
const SYSTEM = process.env['TRIBUTARY_URL'] ?? 'http://127.0.0.1:3000';

/**
 * Left alone, every set of screens that shares a module gets a file of its own: 60 before the first screen, over the six
 * connections of HTTP/1.1. So what the page begins with is one file, and small shared parts join a neighbour. A higher
 * threshold makes fewer files, and the first screen then loads parts of other screens with its own: at 20,000 bytes 50 KB.
 */
const CHUNKS = [
  { name: 'console', tags: ['$initial' as const], priority: 2 },
  // Read when a chart is drawn: no module that the first screen needs may join it.
  { name: 'charts', test: /node_modules.(@mantine.charts|recharts|victory-vendor|d3-)/, priority: 1.5 },
  { name: 'shared', entriesAware: true, entriesAwareMergeThreshold: 8_000, minShareCount: 2, priority: 1 },
];

export default defineConfig({
  root: inRepository('apps/console'),
  resolve: {
    alias: {
      '@tributary/client': inRepository('libs/client/src/index.ts'),
      '@tributary/money': inRepository('libs/money/src/index.ts'),
    },
  },
  // The gateway replaces this word in index.html by the nonce of each answer.
  html: { cspNonce: 'CSP_NONCE' },
  build: {
    outDir: inRepository('dist/apps/console'),
    emptyOutDir: true,
    target: 'es2022',
    // The content security policy allows files of this origin alone: no data: URI, no inline script.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: CHUNKS },
        // Not the names of all the screens that share it.
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0] ?? 'part'}-[hash].js`,
      },
      // "use client" means something to servers that render; it changes nothing here.
      onLog(level, log, report) {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') report(level, log);
      },
    },
  },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/console', '/sign-in', '/sign-out', '/first-run', '/erasures', '/pages.css'].map((path) => [
        path,
        { target: SYSTEM, changeOrigin: false },
      ]),
    ),
  },
});
