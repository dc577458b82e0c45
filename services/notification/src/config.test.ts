import { loadConfig } from '@marquee/runtime/config';
import { notificationConfig } from './config.ts';

const keys = {
  ...{ CURSOR_KEY: 'k'.repeat(32), REFUSAL_HASH_KEY: 'h'.repeat(32) },
  ...{ REFUSAL_TOKEN_KEY: 't'.repeat(32), VAPID_SECRET: 'v'.repeat(32) },
};
const base = { PUBLIC_URL: 'http://127.0.0.1:3000', ...keys };

const mailed = { ...base, SMTP_URL: 'smtp://mail.example:25' };

test('the development inbox only exists when it is asked for, and without it there is mail', () => {
  expect(loadConfig(notificationConfig, mailed)).toMatchObject({ DEV_INBOX: '0' });
  expect(() => loadConfig(notificationConfig, base)).toThrow(/SMTP_URL is not set/);
  expect(loadConfig(notificationConfig, { ...base, DEV_INBOX: '1' })).toMatchObject({
    DEV_INBOX: '1',
    HOST: '127.0.0.1',
  });
});

test.each([
  ['HOST', '0.0.0.0'],
  ['HOST', '192.168.1.4'],
  ['HOST', '::'],
  ['SMTP_URL', 'smtp://mail.example:25'],
  ['NODE_ENV', 'production'],
])('a process with the development inbox refuses to start with %s=%s', (name, value) => {
  expect(() => loadConfig(notificationConfig, { ...base, DEV_INBOX: '1', [name]: value })).toThrow(
    /DEV_INBOX=1 is refused/,
  );
  expect(() => loadConfig(notificationConfig, { ...mailed, [name]: value })).not.toThrow();
});

test.each(['localhost', '127.0.0.1', '::1'])('the development inbox is allowed on %s', (host) => {
  expect(() => loadConfig(notificationConfig, { ...base, DEV_INBOX: '1', HOST: host })).not.toThrow();
});

test('push messages to this machine are for tests alone', () => {
  expect(loadConfig(notificationConfig, mailed)).toMatchObject({ PUSH_LOOPBACK: '0' });
  expect(() => loadConfig(notificationConfig, { ...mailed, PUSH_LOOPBACK: '1', NODE_ENV: 'production' })).toThrow(
    /PUSH_LOOPBACK=1 is refused/,
  );
});
