// The server of `telemetry`: the gateway's proxy and film in a process of their own. On messages it turns its telemetry on
// or off, or reports the CPU that it has used so far.
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
import { connectMeter, type Labels, type Meter } from '@marquee/runtime/telemetry/instruments';
import { openMetrics } from '@marquee/runtime/telemetry/open-metrics';
import { openTraces } from '@marquee/runtime/telemetry/open-traces';
import { connectTracer } from '@marquee/runtime/telemetry/spans';
import { createVerifier } from '@marquee/runtime/verifier';

export type ServerCommand = 'on' | 'off' | 'cpu';
export type ServerSaid = { port: number } | { isOn: boolean } | { cpuMicros: number };

const [databaseUrl = '', endpoint = '', ratio = ''] = process.argv.slice(2);
const log = createLogger({ service: 'bench', level: 'silent' });

const metrics = openMetrics({ service: 'bench' });
const traces = openTraces({ service: 'bench', endpoint, ratio: Number(ratio), log });
const meter = rememberingMeter(metrics.meter);

/** Reuses the instruments of before: new ones would have to be compiled again. */
function rememberingMeter(made: Meter): Meter {
  const known = new Map<string, (value: number, labels?: Labels) => void>();
  const once = (name: string, make: () => (value: number, labels?: Labels) => void) => {
    const found = known.get(name) ?? make();
    known.set(name, found);
    return found;
  };
  return {
    histogram: (about, boundaries) => once(about.name, () => made.histogram(about, boundaries)),
    counter: (about) => once(about.name, () => made.counter(about)),
    observed: () => {},
  };
}

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

process.on('message', async (command: ServerCommand) => {
  if (command === 'cpu') {
    // Send what was recorded before the CPU is measured.
    await traces.flush();
    const { user, system } = process.cpuUsage();
    return tell({ cpuMicros: user + system });
  }
  connectMeter(command === 'on' ? meter : undefined);
  connectTracer(command === 'on' ? traces.tracer : undefined);
  tell({ isOn: command === 'on' });
});
process.on('disconnect', () => process.exit());

function tell(said: ServerSaid): void {
  process.send?.(said);
}
