// The serving side of `telemetry`: the gateway's proxy and film in a process of their own, with telemetry or without, that
// says what CPU it has used so far whenever it is asked.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openDatabase } from '@marquee/data/database';
import { catalogueRpc } from '@marquee/film/catalogue/catalogue-rpc';
import type { FilmResources } from '@marquee/film/resources';
import { createConnectProxy, routesByOwner } from '@marquee/gateway/proxy/connect-proxy';
import { traceRequest } from '@marquee/gateway/request-trace';
import { generateSigningKey, publicKeys } from '@marquee/runtime/keys';
import { createLogger } from '@marquee/runtime/log';
import { serve } from '@marquee/runtime/rpc/serve';
import { createVerifier } from '@marquee/runtime/verifier';

export type ServerSaid = { port: number } | { cpuMicros: number };

const [databaseUrl = '', endpoint = '', ratio = ''] = process.argv.slice(2);
const log = createLogger({ service: 'bench', level: 'silent' });

/** As a process of the scaled form does it: what is not asked for is not loaded. */
async function openTelemetry() {
  if (!endpoint) return undefined;
  const { openMetrics } = await import('@marquee/runtime/telemetry/open-metrics');
  const { openTraces } = await import('@marquee/runtime/telemetry/open-traces');
  openMetrics({ service: 'bench' });
  return openTraces({ service: 'bench', endpoint, ratio: Number(ratio), log });
}

const traces = await openTelemetry();
const db = openDatabase({ url: databaseUrl, log, applicationName: 'bench' });
const key = generateSigningKey();
const rpc = await serve({
  ...{ service: 'film', host: '127.0.0.1', port: 0, log },
  verifier: createVerifier({ viewerKeys: publicKeys(key), serviceKeys: { gateway: publicKeys(key) } }),
  implementations: [catalogueRpc({ db } as FilmResources)],
});
const proxy = createConnectProxy({
  ...{ log, serviceKey: key, authenticate: () => ({}), isSameOrigin: () => true },
  routes: routesByOwner({ film: `127.0.0.1:${rpc.port}` }),
});
const gateway = createServer((request, response) => traceRequest(request, response, () => proxy(request, response)));
gateway.listen(0, '127.0.0.1', () => tell({ port: (gateway.address() as AddressInfo).port }));

process.on('message', async () => {
  // What was recorded is sent before it is counted.
  await traces?.flush();
  const { user, system } = process.cpuUsage();
  tell({ cpuMicros: user + system });
});
process.on('disconnect', () => process.exit());

function tell(said: ServerSaid): void {
  process.send?.(said);
}
