// @requires helm
// @requires nginx
// @inputs helm/marquee deploy/nginx

import { gatewayDouble } from '@marquee/deploy/nginx/testing/gateway-double';
import { edgeOf } from '@marquee/deploy/nginx/testing/test-edge';
import { atEnd } from '@marquee/testing/cleanup';
import { componentOf, rendered } from './testing/helm.ts';

// Helm's default namespace.
const NAMESPACE = 'default';

test('the edge of a release runs the same nginx configuration, with the names of the cluster as upstreams [SYS-02:chart]', async () => {
  const objects = rendered('premiere');
  const { data: files = {} } =
    objects.find((object) => object.kind === 'ConfigMap' && componentOf(object) === 'edge') ?? {};
  const [gateway, media] = [await gatewayDouble('gateway'), await gatewayDouble('media')];
  for (const double of [gateway, media]) atEnd(() => double.close());
  const hosts = ['gateway', 'media'].map((name) => {
    const service = objects.find((object) => object.kind === 'Service' && componentOf(object) === name);
    return `${service?.metadata.name}.${NAMESPACE}.svc.cluster.local`;
  });
  const ports = { [hosts[0] ?? '']: gateway.port, [hosts[1] ?? '']: media.port };
  const edge = await edgeOf({ files, ports });
  for (const path of ['/viewer', '/media/images/poster']) await (await fetch(edge.url + path)).text();
  expect([gateway.requests, media.requests]).toEqual([['GET /viewer'], ['GET /media/images/poster']]);
});
