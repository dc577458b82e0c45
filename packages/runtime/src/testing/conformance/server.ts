// The server under test: serve(), started as the suite asks.
import { create } from '@bufbuild/protobuf';
import {
  ServerCompatRequestSchema,
  ServerCompatResponseSchema,
} from './gen/connectrpc/conformance/v1/server_compat_pb.js';
import { startReferenceServer } from './reference-server.ts';
import { readMessages, writeMessage } from './stdio.ts';

for await (const request of readMessages(ServerCompatRequestSchema)) {
  const server = await startReferenceServer(request.messageReceiveLimit || undefined);
  process.on('SIGTERM', () => void server.drain(500).then(() => process.exit(0)));
  writeMessage(
    ServerCompatResponseSchema,
    create(ServerCompatResponseSchema, { host: '127.0.0.1', port: server.port }),
  );
  break;
}
