// Two projects: `node` runs *.test.ts on Node with one PostgreSQL for the run, `web` runs *.test.tsx in jsdom.
// Run by node --experimental-vm-modules (scripts/test.mjs, or `npm run jest -- …`).

const ignored = ['/node_modules/', '/build/', '/dist/', '/gen/', '/.data/', '/.react-router/'];

function transform(jsx) {
  const parser = { syntax: 'typescript', tsx: jsx };
  const react = jsx ? { react: { runtime: 'automatic', development: true } } : {};
  return [
    '<rootDir>/packages/testing/icon-imports.mjs',
    {
      jsc: { parser, transform: react, target: 'es2024', experimental: { keepImportAttributes: true } },
      sourceMaps: 'inline',
    },
  ];
}

const shared = {
  rootDir: import.meta.dirname,
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: { '\\.ts$': transform(false), '\\.tsx$': transform(true) },
  testPathIgnorePatterns: ignored,
  modulePathIgnorePatterns: ['<rootDir>/.data/', '/build/'],
};

export default {
  maxWorkers: 2,
  // Modules of a test file are not freed: a worker that has run hundreds would reach the limit of its heap.
  workerIdleMemoryLimit: '1500MB',
  testTimeout: 60_000,
  testSequencer: '<rootDir>/packages/testing/longest-first.mjs',
  reporters: [
    'default',
    ['jest-junit', { outputDirectory: 'reports', outputName: process.env.JEST_JUNIT_OUTPUT_NAME ?? 'jest.xml' }],
  ],
  projects: [
    {
      ...shared,
      displayName: 'node',
      testEnvironment: '<rootDir>/packages/testing/node-environment.mjs',
      runtime: '<rootDir>/packages/testing/jest-runtime.mjs',
      testMatch: ['<rootDir>/**/*.test.ts'],
      globalSetup: '<rootDir>/packages/testing/global-setup.mjs',
      globalTeardown: '<rootDir>/packages/testing/global-teardown.mjs',
      setupFilesAfterEnv: ['<rootDir>/packages/testing/src/setup-node.ts'],
    },
    {
      ...shared,
      displayName: 'web',
      testEnvironment: '<rootDir>/packages/testing/jsdom-environment.mjs',
      testEnvironmentOptions: { customExportConditions: ['development', 'browser'] },
      testMatch: ['<rootDir>/**/*.test.tsx'],
      setupFilesAfterEnv: ['<rootDir>/packages/testing/src/setup-web.ts'],
      moduleNameMapper: {
        '/served/\\w+\\.json(\\?url)?$': '<rootDir>/packages/testing/src/no-styles.ts',
        '\\.css(\\?url)?$': '<rootDir>/packages/testing/src/no-styles.ts',
        // A field that bundlers read and jest does not says so.
        '^tus-js-client$': '<rootDir>/node_modules/tus-js-client/lib.es5/browser/index.js',
      },
    },
  ],
};
