import eslint from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';
import amountsAsText from './tools/lint/amounts-as-text.mjs';

export default tseslint.config(
  { ignores: ['**/dist/', 'dist-test/', '**/node_modules/', '.data/', '.nx/', 'libs/client/src/openapi.ts'] },
  eslint.configs.recommended,
  ...tseslint.configs.recommendedTypeChecked.map((config) => ({ ...config, files: ['**/*.{ts,tsx}'] })),
  {
    files: ['**/*.{ts,tsx}'],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/ban-ts-comment': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/consistent-type-imports': 'off',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-extraneous-class': 'off',
      'no-console': 'error',
    },
  },
  {
    // Money is a decimal in a string: see tools/lint/amounts-as-text.mjs.
    files: ['**/*.{ts,tsx}'],
    plugins: { house: { rules: { 'amounts-as-text': amountsAsText } } },
    rules: { 'house/amounts-as-text': 'error' },
  },
  {
    // What answers from outside decides how much it sends: see libs/outbound/src/bounded-clients.ts.
    files: ['apps/{ingestion-sync,transfer-engine,webhook-dispatcher,rule-engine,api-gateway}/src/**/*.ts'],
    ignores: ['**/*.unit.test.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: 'undici',
              importNames: ['Agent', 'Client', 'Pool', 'request', 'stream', 'pipeline'],
              allowTypeImports: true,
              message: 'Take boundedPool or boundedAgent of @tributary/outbound: answers need a bound.',
            },
          ],
        },
      ],
    },
  },
  {
    // Work that grows faster than its input, or fails on long lists: see docs/decisions/input-bounds.md#requests.
    // Not the console and the sandbox: they work for one person.
    files: [
      'apps/{api-gateway,rule-engine,transfer-engine,webhook-dispatcher,ingestion-sync,operator,all-in-one}/src/**/*.ts',
      'libs/*/src/**/*.ts',
    ],
    ignores: ['**/*.unit.test.{ts,tsx}', 'libs/contracts/src/text-length.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: "CallExpression[callee.property.name='normalize'][arguments.length<2]",
          message:
            'Normalizing is quadratic in combining marks: call normalizedText of @tributary/contracts with a maximum.',
        },
        {
          selector:
            "CallExpression[callee.property.name=/^(push|unshift|max|min|concat|splice|fromCharCode|fromCodePoint)$/] > SpreadElement:not([argument.type='ArrayExpression'])",
          message:
            'Arguments of a long list overflow the stack: use addAll, largestOf or smallestOf of @tributary/contracts.',
        },
        {
          selector: "CallExpression[callee.name='addDecimals'] > SpreadElement",
          message: 'Arguments of a long list overflow the stack: add in a loop.',
        },
      ],
    },
  },
  {
    files: ['{apps,libs}/*/src/**/*.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: 'class-validator',
              importNames: ['ArrayUnique'],
              message:
                'It compares each element with each other one: use AreDistinct of @tributary/http, with a maximum.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['apps/console/src/**/*.{ts,tsx}'],
    ...reactHooks.configs.flat.recommended,
    rules: {
      ...reactHooks.configs.flat.recommended.rules,
      // TanStack Table and Virtual: React's compiler skips components that use them, and we do not run it.
      'react-hooks/incompatible-library': 'off',
    },
  },
  {
    files: ['**/*.mjs', '**/*.cjs', '**/*.js'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        Buffer: 'readonly',
        URL: 'readonly',
        setTimeout: 'readonly',
        clearTimeout: 'readonly',
        setInterval: 'readonly',
        clearInterval: 'readonly',
        fetch: 'readonly',
        module: 'writable',
        require: 'readonly',
        __dirname: 'readonly',
      },
    },
  },
  {
    files: ['apps/all-in-one/src/console/**', 'bench/**', 'tools/**'],
    rules: { 'no-console': 'off' },
  },
);
