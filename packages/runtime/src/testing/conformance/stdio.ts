import { type DescMessage, fromBinary, type MessageShape, toBinary } from '@bufbuild/protobuf';

const LENGTH_BYTES = 4;

/** The messages that the suite writes to this process: each a length of four bytes, then the message. */
export async function* readMessages<S extends DescMessage>(schema: S): AsyncGenerator<MessageShape<S>> {
  let pending = Buffer.alloc(0);
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    pending = Buffer.concat([pending, chunk]);
    while (pending.byteLength >= LENGTH_BYTES) {
      const end = LENGTH_BYTES + pending.readUInt32BE(0);
      if (pending.byteLength < end) break;
      yield fromBinary(schema, pending.subarray(LENGTH_BYTES, end));
      pending = pending.subarray(end);
    }
  }
}

/** Answers the suite. */
export function writeMessage<S extends DescMessage>(schema: S, message: MessageShape<S>): void {
  const bytes = toBinary(schema, message);
  const framed = Buffer.alloc(LENGTH_BYTES + bytes.byteLength);
  framed.writeUInt32BE(bytes.byteLength, 0);
  framed.set(bytes, LENGTH_BYTES);
  process.stdout.write(framed);
}
