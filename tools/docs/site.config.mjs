import { transformerStyleToClass } from '@shikijs/transformers';
import { slugOf } from './pages.mjs';
import { navigation, sidebar } from './sidebar.mjs';

/** Where the gateway serves the site. */
export const BASE = '/docs/';

/** Highlighted code has classes instead of style attributes, which the gateway's policy refuses. */
export const CODE_STYLES = transformerStyleToClass({ classPrefix: 'code-' });

/** @param pages the site's paths with their titles */
export function siteConfig(pages, outDir) {
  return {
    title: 'Tributary',
    description: 'Bank accounts in; budgets, spreadsheets, feeds and signed webhooks out.',
    base: BASE,
    outDir,
    cleanUrls: true,
    metaChunk: true,
    lastUpdated: false,
    // Switching transitions off takes a style element, which the gateway's policy refuses.
    appearance: { disableTransition: false },
    head: [['link', { rel: 'icon', href: `${BASE}logo.svg` }]],
    markdown: {
      anchor: { slugify: slugOf },
      codeTransformers: [CODE_STYLES],
      config: (markdown) => {
        alignByClass(markdown);
      },
    },
    // The index of the search is larger than the bundler's limit for a file, and is loaded when somebody searches.
    vite: { build: { chunkSizeWarningLimit: 4096 } },
    // Pages show what templates of rules look like: `{{ … }}` is text here.
    vue: { template: { compilerOptions: { delimiters: ['\u0001', '\u0002'] } } },
    themeConfig: {
      nav: navigation(),
      sidebar: sidebar(pages),
      outline: [2, 3],
      search: { provider: 'local' },
      footer: { message: 'This page belongs to the version that serves it.' },
    },
  };
}

/** Columns of numbers: a class instead of a style attribute. */
function alignByClass(markdown) {
  for (const kind of ['th_open', 'td_open']) {
    markdown.renderer.rules[kind] = (tokens, at, options, _env, self) => {
      const style = tokens[at].attrGet('style');
      if (style) {
        tokens[at].attrs = tokens[at].attrs.filter(([name]) => name !== 'style');
        tokens[at].attrJoin('class', style.replace(/text-align:\s*/, 'align-'));
      }
      return self.renderToken(tokens, at, options);
    };
  }
}
