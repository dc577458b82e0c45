import { accountOfBrowser, accountOfPage, sessionHint, setAccountOfPage, usesOtherAccount } from './page-account.ts';

const ID = '01a1fa4d-97de-70dd-a3ed-0716b4fa41bd';
const OTHER = '01a1fa4d-97de-70dd-a3ed-0716b4fa41be';
const here = (protocol: string, port: string) => ({ protocol, port });

test.each([
  ['', 'http:', '5000', ''],
  [`a=b; marquee-signed-in-5000=${ID}; c=d`, 'http:', '5000', ID],
  ['marquee-signed-in-5000=1', 'http:', '5000', '1'],
  ['marquee-signed-in-5000=1', 'http:', '5001', ''],
  [`marquee-signed-in-80=${ID}`, 'http:', '', ID],
  [`__Host-marquee-signed-in=${ID}`, 'https:', '', ID],
  [`__Host-marquee-signed-in=${ID}`, 'http:', '', ''],
  [`marquee-signed-in-80=${ID}`, 'https:', '', ''],
  ['marquee-signed-in-80=<script>', 'http:', '', ''],
])('the cookie “%s” tells at %s %s: “%s”', (cookie, protocol, port, hint) => {
  expect(sessionHint(cookie, here(protocol, port))).toBe(hint);
});

test('a page belongs to one account, and learns when the browser uses another one', () => {
  const use = (value: string) => {
    // biome-ignore lint/suspicious/noDocumentCookie: the gateway sets this cookie beside the session's.
    document.cookie = `marquee-signed-in-80=${value}; max-age=${value ? 60 : 0}`;
  };
  use(OTHER);
  expect([accountOfPage(), accountOfBrowser(), usesOtherAccount()]).toEqual([undefined, OTHER, false]);
  setAccountOfPage(ID);
  expect([accountOfPage(), usesOtherAccount()]).toEqual([ID, true]);
  use(ID);
  expect(usesOtherAccount()).toBe(false);
  use('1');
  expect([accountOfBrowser(), usesOtherAccount()]).toEqual([undefined, false]);
  use('');
  expect(usesOtherAccount()).toBe(false);
});
