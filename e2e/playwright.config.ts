import { CHROMIUM_FLAGS } from '@marquee/testing/chromium-flags';
import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: './journeys',
  outputDir: '../test-results',
  // Journeys mostly wait: more would starve the browser, the product and its encoder on two cores.
  workers: 2,
  fullyParallel: false,
  timeout: 180_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['junit', { outputFile: process.env.E2E_REPORT ?? '../reports/e2e.xml' }]],
  globalSetup: './support/global-setup.ts',
  use: {
    browserName: 'chromium',
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: CHROMIUM_FLAGS,
    },
  },
});
