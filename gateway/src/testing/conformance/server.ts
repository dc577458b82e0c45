// The server under test: the gateway's proxy before the reference service.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { create, createRegistry } from '@bufbuild/protobuf';
import { createLogger } from '@marquee/runtime/log';
import { startReferenceServer } from '@marquee/runtime/testing/conformance/reference-server';
import {
  ServerCompatRequestSchema,
  ServerCompatResponseSchema,
} from '@marquee/runtime/testing/conformance/server_compat_pb';
import {
  ConformanceService,
  file_connectrpc_conformance_v1_service,
} from '@marquee/runtime/testing/conformance/service_pb';
import { readMessages, writeMessage } from '@marquee/runtime/testing/conformance/stdio';
import { createConnectProxy } from '../../proxy/connect-proxy.ts';

// Above what the suite sends without a limit.
const REQUEST_BYTES_MAX = 8 * 1024 * 1024;

for await (const { messageReceiveLimit } of readMessages(ServerCompatRequestSchema)) {
  const upstream = await startReferenceServer(REQUEST_BYTES_MAX);
  const proxy = createConnectProxy({
    routes: { [ConformanceService.typeName]: `127.0.0.1:${upstream.port}` },
    services: [ConformanceService],
    registry: createRegistry(file_connectrpc_conformance_v1_service),
    isServiceOnly: () => false,
    isSameOrigin: () => true,
    authenticate: () => ({}),
    unaryTimeoutMs: Number.POSITIVE_INFINITY,
    requestBytesMax: () => messageReceiveLimit || REQUEST_BYTES_MAX,
    log: createLogger({ service: 'gateway', level: 'silent' }),
  });
  const server = createServer(proxy);
  server.listen(0, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo;
    writeMessage(ServerCompatResponseSchema, create(ServerCompatResponseSchema, { host: '127.0.0.1', port }));
  });
  process.on('SIGTERM', () => process.exit(0));
  break;
}
