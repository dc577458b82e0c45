// A file of journeys runs again when the product or what it imports has changed; one that stands on less names it itself.
// @inputs e2e/support deploy scripts demo services gateway web admin packages proto tsconfig.base.json

import { basename, join } from 'node:path';
import { CHROMIUM, CHROMIUM_FLAGS } from '@marquee/testing/chromium';
import { defineConfig } from '@playwright/test';

const report = process.env.E2E_REPORT ?? '../reports/e2e.xml';

export default defineConfig({
  testDir: './journeys',
  // A run empties its own folder alone: that of a run before may hold what failed.
  outputDir: join('../test-results', basename(report, '.xml')),
  // Journeys mostly wait: more would starve the browser, the product and its encoder on two cores.
  workers: 2,
  fullyParallel: false,
  timeout: 180_000,
  expect: { timeout: 45_000 },
  // What passes only the second time is named in the summary, as scripts/test.mjs does for the other tests.
  retries: process.env.CI ? 1 : 0,
  reporter: [['list'], ['junit', { outputFile: report, includeRetries: true }]],
  globalSetup: './support/global-setup.ts',
  use: {
    browserName: 'chromium',
    // Where there is a second try, it alone is recorded, since recording costs each journey time. Without a film of each page:
    // drawing one takes a good part of two cores, and what was there can be looked at anyway.
    trace: { mode: process.env.CI ? 'on-first-retry' : 'retain-on-failure', screenshots: false, snapshots: true },
    screenshot: 'only-on-failure',
    // A worker would answer before the routes of a journey; offline.spec.ts has one.
    serviceWorkers: 'block',
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    launchOptions: {
      executablePath: CHROMIUM,
      args: CHROMIUM_FLAGS,
    },
  },
});
