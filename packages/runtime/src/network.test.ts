import { holderOf, networkOf } from './network.ts';

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
