import type { DescMessage, MessageInitShape } from '@bufbuild/protobuf';
import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import grpc from '@grpc/grpc-js';

const asIs = (bytes: Buffer) => bytes;
const encode = (schema: DescMessage, message: ReturnType<typeof create>) => {
  const bytes = toBinary(schema, message);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
};

/** The least that a unary call takes: grpc-js on both sides, protobuf-es for the messages, nothing between. */
export async function startBareGrpc<I extends DescMessage, O extends DescMessage>(options: {
  path: string;
  input: I;
  output: O;
  answer: (request: ReturnType<typeof fromBinary<I>>) => Promise<MessageInitShape<O>>;
}): Promise<{ call(request: MessageInitShape<I>): Promise<unknown>; close(): void }> {
  const { path, input, output, answer } = options;
  const server = new grpc.Server();
  const handle = async (call: grpc.ServerUnaryCall<Buffer, Buffer>, callback: grpc.sendUnaryData<Buffer>) => {
    const response = await answer(fromBinary(input, call.request));
    callback(null, encode(output, create(output, response)));
  };
  const codecs = {
    requestSerialize: asIs,
    requestDeserialize: asIs,
    responseSerialize: asIs,
    responseDeserialize: asIs,
  };
  server.addService({ call: { path, requestStream: false, responseStream: false, ...codecs } }, { call: handle });
  const port = await new Promise<number>((resolve, reject) => {
    const credentials = grpc.ServerCredentials.createInsecure();
    server.bindAsync('127.0.0.1:0', credentials, (error, bound) => (error ? reject(error) : resolve(bound)));
  });
  const client = new grpc.Client(`127.0.0.1:${port}`, grpc.credentials.createInsecure());
  return {
    call: (request) =>
      new Promise((resolve, reject) => {
        client.makeUnaryRequest(path, asIs, asIs, encode(input, create(input, request)), (error, bytes?: Buffer) => {
          if (error || !bytes) reject(error ?? new Error('no response'));
          else resolve(fromBinary(output, bytes));
        });
      }),
    close() {
      client.close();
      server.forceShutdown();
    },
  };
}
