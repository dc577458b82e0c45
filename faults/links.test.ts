import { guestbook } from '@marquee/deploy/derived/testing/fifth-service/service';
import { services } from '@marquee/deploy/services';
import { linksOfComponent, linksOfProcess, ownLinks } from './links.ts';

test('a process is cut off where others call it, or from what it uses when nobody calls it', () => {
  const links = Object.fromEntries([...services, guestbook].map((service) => [service.name, linksOfProcess(service)]));
  expect(links).toMatchObject({
    film: ['film'],
    media: ['media', 'media-http'],
    'media-worker': ['media-worker-postgres', 'media-worker-s3', 'media-worker-redis'],
    gateway: ['gateway'],
    guestbook: ['guestbook-http'],
  });
});

test('a component is cut off from every process, also from one that has a link of its own', () => {
  const worker = { ...guestbook, name: 'guestbook-worker', http: undefined };
  expect(ownLinks(worker)).toEqual({ database: 'guestbook-worker-postgres', cache: 'guestbook-worker-redis' });
  expect(linksOfComponent('database', [guestbook, worker])).toEqual(['postgres', 'guestbook-worker-postgres']);
  expect(linksOfComponent('store', [guestbook, worker])).toEqual(['s3']);
  expect(linksOfComponent('broker', [guestbook, worker])).toEqual(['kafka']);
});
