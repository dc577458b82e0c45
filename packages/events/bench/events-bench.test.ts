import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const RUN_MS_MAX = 90_000;

test(
  'where Kafka is not installed the Postgres log is measured, and what was not measured is said',
  async () => {
    // Kafka lies below it.
    const home = await mkdtemp(join(tmpdir(), 'marquee-no-kafka-'));
    try {
      const { status, stdout, stderr } = spawnSync(
        process.execPath,
        ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'events.bench.ts'), '--short'],
        { encoding: 'utf8', env: { ...process.env, HOME: home } },
      );
      expect({ status, stderr }).toEqual({
        status: 0,
        stderr: expect.stringContaining('Kafka are not measured: there is no Kafka'),
      });
      const figures = stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      expect(figures).toHaveLength(3);
      for (const figure of figures) {
        expect(figure).toMatchObject({
          name: 'events',
          unit: expect.stringContaining('the Postgres log alone'),
          baseline: null,
        });
        expect(figure.value).toBeGreaterThan(0);
      }
    } finally {
      await rm(home, { recursive: true, force: true });
    }
  },
  RUN_MS_MAX,
);
