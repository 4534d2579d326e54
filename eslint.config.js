import hooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';
import { fieldWords } from './tools/lint/fieldWords.js';

const storage = ['localStorage', 'sessionStorage', 'indexedDB'].map((name) => ({
  name,
  message:
    'Browser storage has one door: src/device/storage.ts, or src/device/draftStorage.ts for drafts.',
}));

const withinRepositories = {
  selector:
    'CallExpression > ' +
    'MemberExpression[property.name=/^(selectFrom|insertInto|updateTable|deleteFrom)$/]',
  message: 'Put SQL into repository.ts or providerRepository.ts, one function per query.',
};
const withRetry = {
  selector: "CallExpression > MemberExpression[property.name='transaction']",
  message: 'Use inTransaction(): it retries after a deadlock.',
};
const namedExports = {
  selector: 'ExportDefaultDeclaration',
  message: 'Name what you export: a name can be searched for.',
};

const shapesThatCompute = {
  selector:
    "CallExpression[callee.object.name='Type']" +
    '[callee.property.name=/^(Pick|Omit|Partial|Required|Index|Evaluate|Extends|Exclude|Extract' +
    '|KeyOf|Mapped|TemplateLiteral|Script)$/]',
  message:
    "Write the shape out: computed shapes load the library's type engine, 10 kB, on every page.",
};

export default tseslint.config(
  { ignores: ['dist', 'node_modules', 'data', 'test-results', 'storybook-static'] },
  tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        project: './tsconfig.json',
        tsconfigRootDir: import.meta.dirname,
      },
    },
    plugins: { formakte: fieldWords },
    rules: {
      'formakte/field-words': 'error',
      'max-len': ['error', { code: 120 }],
      'max-lines': ['error', { max: 400 }],
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_' },
      ],
      // a handler that answers at once is async by its type
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-confusing-void-expression': 'off',
      // a failed call rejects with an ApiError, which is data
      '@typescript-eslint/prefer-promise-reject-errors': 'off',
      '@typescript-eslint/only-throw-error': 'off',
      // objects of ours are made of closures, none of them knows `this`
      '@typescript-eslint/unbound-method': 'off',
      'no-restricted-syntax': ['error', namedExports],
    },
  },
  {
    files: ['src/**/*.{ts,tsx}', 'widgets/**/*.{ts,tsx}'],
    ignores: ['src/device/storage.ts'],
    rules: { 'no-restricted-globals': ['error', ...storage] },
  },
  {
    files: ['src/**/*.tsx', 'widgets/**/*.tsx'],
    ignores: ['**/*.test.tsx', 'src/engine/testing/**'],
    plugins: { 'react-hooks': hooks },
    rules: {
      ...hooks.configs.recommended.rules,
      // there is no compiler here that would memoise what such a library returns
      'react-hooks/incompatible-library': 'off',
      'no-restricted-syntax': [
        'error',
        namedExports,
        {
          selector: 'JSXText[value=/\\p{L}/u]',
          message: 'Words belong in locales/: use FormattedMessage.',
        },
      ],
    },
  },
  {
    files: ['schemas/**/*.ts', 'widgets/*/element.ts'],
    ignores: ['**/*.test.ts'],
    rules: { 'no-restricted-syntax': ['error', namedExports, shapesThatCompute] },
  },
  {
    files: ['server/**/*.ts'],
    ignores: [
      'server/**/{repository,providerRepository}.ts',
      'server/{db,demo,testing}/**',
      '**/*.test.ts',
    ],
    rules: { 'no-restricted-syntax': ['error', namedExports, withinRepositories, withRetry] },
  },
  {
    files: [
      '*.config.{ts,js}',
      '.storybook/**',
      'stories/**',
      'e2e/support/pageReporter.ts',
      'src/engine/react/form/rjsfEmptyRegistry.ts',
    ],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    files: ['**/*.test.{ts,tsx}', 'e2e/**'],
    rules: { '@typescript-eslint/no-unsafe-assignment': 'off', 'max-lines-per-function': 'off' },
  },
  { files: ['**/*.{js,mjs,cjs}'], extends: [tseslint.configs.disableTypeChecked] },
);
