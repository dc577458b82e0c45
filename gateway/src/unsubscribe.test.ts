import { createServer } from 'node:http';
import { Code, ConnectError } from '@connectrpc/connect';
import { currentCall } from '@marquee/runtime/context';
import { atEnd } from '@marquee/testing/cleanup';
import { listenLocally } from '@marquee/testing/listen-locally';
import { recordingLog } from '@marquee/testing/recording-log';
import { unsubscribe, unsubscribePage } from './unsubscribe.ts';

const TOKEN = 'hash.signature';

async function setUp() {
  const { log, lines } = recordingLog();
  const asked: { token?: string; refused?: boolean }[] = [];
  const addresses: (Buffer | undefined)[] = [];
  const answer: { error?: unknown } = {};
  const take = unsubscribe({
    log,
    clientOf: async () => ({ ip: '192.0.2.1' }),
    mails: {
      setInvitationMails: async ({ refusalToken, refused }) => {
        if (answer.error) throw answer.error;
        asked.push({ token: refusalToken ?? '', refused: refused ?? false });
        addresses.push(currentCall()?.clientInfoBytes);
        return { $typeName: 'notification.v1.SetInvitationMailsResponse' };
      },
    },
  });
  const server = createServer((request, response) => {
    if (request.method === 'POST') void take(request, response);
    else unsubscribePage(request, response, () => response.end('the page'));
  });
  const url = `http://127.0.0.1:${await listenLocally(server)}/unsubscribe`;
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  const post = (query: string, body: string | FormData = 'List-Unsubscribe=One-Click') =>
    fetch(`${url}${query}`, {
      ...{ method: 'POST', body, redirect: 'manual' },
      ...(typeof body === 'string' && { headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
    });
  return { url, asked, addresses, answer, post, lines };
}

test('the one click of a mail program stops mails, twice as once, as a form of either kind [FLM-05:refuse]', async () => {
  const { post, asked, addresses } = await setUp();
  const form = new FormData();
  form.set('List-Unsubscribe', 'One-Click');
  for (const body of ['List-Unsubscribe=One-Click', 'List-Unsubscribe=One-Click', form]) {
    const answer = await post(`?token=${TOKEN}`, body);
    expect([answer.status, await answer.text()]).toEqual([200, 'You get no more of these emails.\n']);
    expect(answer.headers.get('set-cookie')).toBeNull();
  }
  expect(asked).toEqual(Array(3).fill({ token: TOKEN, refused: true }));
  // The limit of calls is that of the program's address, not of the gateway's.
  expect(addresses[0]?.length).toBeGreaterThan(0);
});

test('opening the address changes nothing and leads to the page, with the token where servers do not see it [FLM-05:refuse]', async () => {
  const { url, asked } = await setUp();
  for (const method of ['GET', 'HEAD']) {
    const answer = await fetch(`${url}?token=${TOKEN}`, { method, redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `/unsubscribe#token=${TOKEN}`]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  }
  const odd = await fetch(`${url}?token=${encodeURIComponent('//evil.example\r\nx: y')}`, { redirect: 'manual' });
  expect(odd.headers.get('location')).toBe('/unsubscribe#token=%2F%2Fevil.example%0D%0Ax%3A%20y');
  expect(await (await fetch(url)).text()).toBe('the page');
  expect(asked).toEqual([]);
});

test('what is no such request is refused, and an answer says what became of one [FLM-05:refuse]', async () => {
  const { post, asked, answer, lines } = await setUp();
  expect((await post('')).status).toBe(400);
  expect((await post('?token=')).status).toBe(400);
  expect((await post(`?token=${TOKEN}`, 'a=b')).status).toBe(400);
  expect((await post(`?token=${TOKEN}`, 'x'.repeat(1_025))).status).toBe(413);
  expect(asked).toEqual([]);
  for (const [code, status] of [
    [Code.NotFound, 404],
    [Code.ResourceExhausted, 429],
    [Code.Unavailable, 503],
  ] as const) {
    answer.error = new ConnectError(`about ${TOKEN}`, code);
    expect((await post(`?token=${TOKEN}`)).status).toBe(status);
  }
  expect(lines()).toMatchObject([{ level: 'warn', code: 'Unavailable' }]);
  expect(JSON.stringify(lines())).not.toContain(TOKEN);
});
