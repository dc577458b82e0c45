import { holderOf, isLoopback, networkOf } from './network.ts';

test.each([
  ['192.0.2.77', '192.0.2.0', '192.0.2.77'],
  ['::ffff:192.0.2.77', '192.0.2.0', '192.0.2.77'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::', '2001:db8:1:2::'],
  ['2001:db8::6', '2001:db8:0::', '2001:db8:0:0::'],
  ['2001:db8::4:5:6:7:8', '2001:db8:0::', '2001:db8:0:4::'],
  ['::1', '0:0:0::', '0:0:0:0::'],
  ['::ffff:1', '0:0:0::', '0:0:0:0::'],
  ['fe80::1%eth0', 'fe80:0:0::', 'fe80:0:0:0::'],
  ['nobody', '', 'nobody'],
])('%s is of the network %s and counted as %s', (address, network, holder) => {
  expect([networkOf(address), holderOf(address)]).toEqual([network, holder]);
});

test('only addresses of this machine are loopback', () => {
  for (const host of ['127.0.0.1', '127.0.0.2', 'localhost', '::1', '[::1]'])
    expect([host, isLoopback(host)]).toEqual([host, true]);
  for (const host of ['0.0.0.0', '::', '10.0.0.1', '127.0.0.1.example.com', '1127.0.0.1', ''])
    expect([host, isLoopback(host)]).toEqual([host, false]);
});
