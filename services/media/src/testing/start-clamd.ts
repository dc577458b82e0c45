import { spawn } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEnd } from '@marquee/testing/cleanup';
import { eventually } from '@marquee/testing/eventually';

/** What the one signature of the test's clamd finds. */
export const MALWARE = 'marquee-test-malware';
/** As clamd calls it: signatures that are not its makers' own end so. */
export const MALWARE_NAME = 'Marquee.Test.UNOFFICIAL';

/** Starts a real clamd that knows one signature. @returns its address for CLAMD_URL */
export async function startClamd(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'clamd-'));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o755);
  const socket = join(folder, 'clamd.sock');
  await writeFile(join(folder, 'test.ndb'), `Marquee.Test:0:*:${Buffer.from(MALWARE).toString('hex')}\n`);
  const settings = [
    `DatabaseDirectory ${folder}`,
    `LocalSocket ${socket}`,
    `TemporaryDirectory ${folder}`,
    'Foreground yes',
    'MaxThreads 2',
    'ConcurrentDatabaseReload no',
  ];
  await writeFile(join(folder, 'clamd.conf'), `${settings.join('\n')}\n`);
  const child = spawn('/usr/sbin/clamd', ['--config-file', join(folder, 'clamd.conf')], { stdio: 'ignore' });
  const ended = new Promise((settle) => child.once('exit', settle));
  atEnd(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  await eventually(() => canConnect(socket));
  return `unix://${socket}`;
}

function canConnect(path: string): Promise<void> {
  return new Promise((settle, fail) => {
    const socket = connect({ path });
    socket.once('error', fail);
    socket.once('connect', () => {
      socket.destroy();
      settle();
    });
  });
}
