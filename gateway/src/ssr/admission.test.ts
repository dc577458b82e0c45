import { busyEventLoop } from '@marquee/runtime/event-loop';
import { eventually } from '@marquee/testing/eventually';
import { Overloaded } from '../overloaded.ts';
import { Admission, type AdmissionOptions, type Reader } from './admission.ts';

const options: AdmissionOptions = {
  busyRunningMax: 1,
  runningMax: 1,
  waitMsMax: 1_000,
  perAddressMax: 3,
  perNetworkMax: 5,
  calmPerAddress: 2,
  calmPerNetwork: 4,
};

/** An admission with a clock by hand: each render lasts until it is ended, and takes 100 ms. */
function admission(changed: Partial<AdmissionOptions> = {}) {
  let now = 0;
  const made = new Admission({ ...options, now: () => now, isBusy: () => true, ...changed });
  const running = new Map<string, () => void>();
  const order: string[] = [];
  const nobody = new AbortController().signal;
  const ask = (title: string, reader: Reader, gone: AbortSignal = nobody) =>
    made.run(reader, gone, async () => {
      order.push(title);
      await new Promise<void>((resolve) => running.set(title, resolve));
      return title;
    });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    made,
    order,
    ask,
    settle,
    pass: (ms: number) => (now += ms),
    /** Ends what runs, one after the other, until nothing waits. */
    async finish() {
      for (await settle(); running.size > 0; await settle()) {
        const [[title, end] = ['', () => {}]] = running;
        running.delete(title);
        now += 100;
        end();
      }
    },
  };
}

const stranger = (last: number, network = '192.0.2'): Reader => ({ address: `${network}.${last}` });
const refused = expect.objectContaining({ reason: expect.any(Overloaded), status: 'rejected' });

test('a signed-in reader comes before a calm address, and this before one that asked for much', async () => {
  const { ask, order, finish } = admission({ perNetworkMax: 9, calmPerNetwork: 9 });
  const all = [
    ask('much 1', stranger(1)),
    ask('much 2', stranger(1)),
    ask('much 3', stranger(1)),
    ask('calm', stranger(2)),
    ask('signed in', { address: '192.0.2.9', account: 'ada' }),
  ];
  await finish();
  await Promise.all(all);
  expect(order).toEqual(['much 1', 'signed in', 'much 2', 'calm', 'much 3']);
});

test('addresses of one rank take turns', async () => {
  const { ask, order, finish } = admission({ calmPerAddress: 9, calmPerNetwork: 99, perNetworkMax: 9 });
  const all = ['a1', 'a2', 'a3'].map((title) => ask(title, stranger(1)));
  all.push(...['b1', 'b2', 'b3'].map((title) => ask(title, stranger(2))));
  await finish();
  await Promise.all(all);
  expect(order).toEqual(['a1', 'a2', 'b1', 'a3', 'b2', 'b3']);
});

test('an address and a network have a share of what runs and waits, and get it back', async () => {
  const { ask, finish } = admission();
  const ofAddress = [1, 2, 3, 4].map((time) => ask(`one ${time}`, stranger(1)));
  const ofNetwork = [2, 3, 4].map((last) => ask(`two ${last}`, stranger(last)));
  const elsewhere = ask('three', stranger(1, '198.51.100'));
  await finish();
  const outcomes = await Promise.allSettled([...ofAddress, ...ofNetwork, elsewhere]);
  expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual([
    true,
    true,
    true,
    false,
    true,
    true,
    false,
    true,
  ]);
  expect(outcomes[3]).toEqual(refused);
  const again = [1, 2, 3].map((time) => ask(`again ${time}`, stranger(1)));
  await finish();
  expect(await Promise.all(again)).toEqual(['again 1', 'again 2', 'again 3']);
});

test('who would wait longer than allowed is refused at once, and by rank', async () => {
  const { ask, made, finish } = admission({ waitMsMax: 100, perNetworkMax: 99, calmPerNetwork: 99 });
  const first = ask('first', stranger(1));
  const others = [2, 3, 4, 5, 6].map((last) => ask(`other ${last}`, stranger(last)));
  // 20 ms a render until one was measured: five wait for 20 to 100 ms.
  expect(made.refuses(stranger(7))).toBe(true);
  await expect(ask('too late', stranger(7))).rejects.toBeInstanceOf(Overloaded);
  expect(made.refuses({ address: '192.0.2.8', account: 'ada' })).toBe(false);
  const known = ask('known', { address: '192.0.2.8', account: 'ada' });
  expect(made.load).toEqual({ running: 1, waiting: 6 });
  await finish();
  await Promise.all([first, known, ...others]);
  expect(made.load).toEqual({ running: 0, waiting: 0 });
});

test('a slower render makes the queue shorter', async () => {
  const { ask, pass, settle, finish } = admission({ waitMsMax: 530, perNetworkMax: 99, calmPerNetwork: 99 });
  const slow = ask('slow', stranger(1));
  await settle();
  pass(5_000);
  await finish();
  await slow;
  // The latest counts for a tenth: 20 ms became 528.
  const served = [ask('running', stranger(1)), ask('waits', stranger(2))];
  await expect(ask('too late', stranger(3))).rejects.toBeInstanceOf(Overloaded);
  await finish();
  await Promise.all(served);
});

test('what waited for too long behind higher ranks is next', async () => {
  const { ask, order, pass, finish } = admission({ perAddressMax: 99, perNetworkMax: 99 });
  const all = [ask('running', stranger(1)), ask('second', stranger(1)), ask('waits', stranger(1))];
  pass(2_001);
  all.push(ask('known', { address: '192.0.2.9', account: 'ada' }));
  await finish();
  await Promise.all(all);
  expect(order).toEqual(['running', 'second', 'waits', 'known']);
});

test('a wait ends when nobody needs the page any more', async () => {
  const { ask, made, order, finish } = admission();
  const running = ask('running', stranger(1));
  const gone = new AbortController();
  const left = ask('left', stranger(2), gone.signal);
  const stays = ask('stays', stranger(3));
  gone.abort(new Error('closed'));
  await expect(left).rejects.toThrow('closed');
  expect(made.load).toEqual({ running: 1, waiting: 1 });
  await expect(ask('never', stranger(4), gone.signal)).rejects.toThrow('closed');
  await finish();
  await Promise.all([running, stays]);
  expect(order).toEqual(['running', 'stays']);
});

test('more run at once while the event loop has time left', async () => {
  let busy = false;
  const { ask, made, finish } = admission({ runningMax: 3, isBusy: () => busy });
  const all = [1, 2].map((last) => ask(`page ${last}`, stranger(last)));
  expect(made.load).toEqual({ running: 2, waiting: 0 });
  busy = true;
  all.push(ask('page 3', stranger(3)));
  expect(made.load).toEqual({ running: 2, waiting: 1 });
  await finish();
  await Promise.all(all);
});

test('a failed render gives its place to the next', async () => {
  const { made } = admission();
  const nobody = new AbortController().signal;
  const fails = made.run(stranger(1), nobody, () => Promise.reject(new Error('broken')));
  const next = made.run(stranger(2), nobody, async () => 'next');
  await expect(fails).rejects.toThrow('broken');
  expect(await next).toBe('next');
});

test('no address is calm in a network that asked for much', async () => {
  const { ask, order, finish } = admission({ calmPerNetwork: 2 });
  const all = [1, 2, 3].map((last) => ask(`one ${last}`, stranger(last)));
  all.push(ask('elsewhere', stranger(1, '198.51.100')));
  await finish();
  await Promise.all(all);
  expect(order).toEqual(['one 1', 'one 2', 'elsewhere', 'one 3']);
});

test('of two that asked for much, the one that asked for less comes first', async () => {
  const { ask, made, order, finish } = admission({ perAddressMax: 1, calmPerNetwork: 999 });
  const running = ask('running', stranger(9));
  const asks = (last: number, times: number) => {
    const first = ask(`of ${times}`, stranger(last));
    for (let refusals = 1; refusals < times; refusals += 1) made.refuses(stranger(last));
    return first;
  };
  const asked = [asks(1, 40), asks(2, 20)];
  await finish();
  const all = [ask('next', stranger(9)), ask('asked for 40', stranger(1)), ask('asked for 20', stranger(2))];
  await finish();
  await Promise.all([running, ...asked, ...all]);
  expect(order.slice(3)).toEqual(['next', 'asked for 20', 'asked for 40']);
});

test('a minute after its first page an address is calm again', async () => {
  const { ask, order, pass, finish } = admission({ perNetworkMax: 9, calmPerNetwork: 99 });
  const much = [1, 2, 3].map((time) => ask(`much ${time}`, stranger(1)));
  await finish();
  pass(59_699);
  const before = [ask('runs', stranger(2)), ask('still much', stranger(1)), ask('calm', stranger(3))];
  await finish();
  const after = [ask('runs again', stranger(2)), ask('calm again', stranger(1)), ask('calm too', stranger(3))];
  await finish();
  await Promise.all([...much, ...before, ...after]);
  expect(order.slice(3)).toEqual(['runs', 'calm', 'still much', 'runs again', 'calm again', 'calm too']);
});

test('who is refused and asks on is not calm', async () => {
  const { ask, made, order, finish } = admission({ perAddressMax: 1, calmPerNetwork: 99 });
  const first = ask('first', stranger(1));
  for (let times = 0; times < 2; times += 1) expect(made.refuses(stranger(1))).toBe(true);
  await finish();
  const all = [ask('runs', stranger(2)), ask('asked on', stranger(1)), ask('calm', stranger(3))];
  await finish();
  await Promise.all([first, ...all]);
  expect(order).toEqual(['first', 'runs', 'calm', 'asked on']);
});

test('the event loop is judged by its last 50 ms or more', async () => {
  let now = 0;
  const isBusy = busyEventLoop(() => now);
  now += 50;
  expect(isBusy()).toBe(true);
  await eventually(() => {
    now += 50;
    expect(isBusy()).toBe(false);
  });
  // Without a wait since then.
  now += 49;
  expect(isBusy()).toBe(false);
  now += 1;
  expect(isBusy()).toBe(true);
});

test('signed-in readers behind one address have a share each, and one account has one', async () => {
  const { ask, finish } = admission();
  const hall = Array.from({ length: 12 }, (_, seat) =>
    ask(`seat ${seat}`, { address: '192.0.2.1', account: `${seat}` }),
  );
  const greedy = Array.from({ length: 4 }, (_, time) =>
    ask(`time ${time}`, { address: `192.0.2.${time}`, account: 'greedy' }),
  );
  const outcomes = Promise.allSettled(greedy);
  await finish();
  await Promise.all(hall);
  expect((await outcomes).map(({ status }) => status)).toEqual([...Array(3).fill('fulfilled'), 'rejected']);
});
