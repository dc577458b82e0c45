import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openScaledForm, PROCESS_NAMES } from './processes.ts';

const TEST_MS_MAX = 180_000;
let dir: string;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'marquee-wrong-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const components = {
  databaseUrl: (name: string) => `postgresql://keeper:hunter2@127.0.0.1:1/${name}`,
  environment: { KAFKA_BROKERS: 'kafka:9092:hunter2' },
};

test(
  'every process ends at once with one line that names the variable that is wrong, and not its value [SYS-02:environment]',
  async () => {
    const form = await openScaledForm({ dir, components });
    for (const name of PROCESS_NAMES) {
      form.start(name);
      await expect(form.untilReady([name])).rejects.toThrow(`${name} has ended`);
      const said = (await readFile(form.logFile(name), 'utf8')).trim().split('\n');
      expect([name, said]).toEqual([
        name,
        [expect.stringMatching(/^Cannot start: KAFKA_BROKERS\S*: must be host:port/)],
      ]);
      expect(said.join()).not.toContain('hunter2');
    }
  },
  TEST_MS_MAX,
);
