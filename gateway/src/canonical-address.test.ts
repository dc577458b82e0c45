import { ask } from './testing/ask.ts';
import { runningGateway } from './testing/running-gateway.ts';

const id = '01890a5d-ac96-774b-bcce-b302099a8057';

test('an address with an id in capitals leads to the one page of it, with its query', async () => {
  const { gateway } = await runningGateway();
  const led = async (path: string, method = 'GET') => {
    const { status, headers } = await ask(gateway.port, path, {}, method);
    return [status, headers.location];
  };
  expect(await led(`/feed/${id.toUpperCase()}?tab=Crew`)).toEqual([308, `/feed/${id}?tab=Crew`]);
  expect(await led(`/feed/${id.toUpperCase()}/crew.data`)).toEqual([308, `/feed/${id}/crew.data`]);
  expect(await led(`/share/films/${id.toUpperCase()}.png`)).toEqual([308, `/share/films/${id}.png`]);
  expect(await led(`/feed/${id.toUpperCase()}`, 'HEAD')).toEqual([308, `/feed/${id}`]);
  expect(await led(`/feed/${id.toUpperCase()}`, 'POST')).toEqual([405, undefined]);
  // Other capitals stay, and nobody is sent to another host.
  for (const path of [
    `/feed/${id}`,
    '/auth?token=ABCDEF',
    '/content/ABC',
    `//evil.example/${id.toUpperCase()}`,
    `/\\evil.example/${id.toUpperCase()}`,
  ]) {
    expect((await led(path))[1]).toBeUndefined();
  }
});
