import { create, type DescMessage, type DescMethod, fromBinary, type Message, toBinary } from '@bufbuild/protobuf';
import { canonicalIds } from './canonical-ids.ts';

/** How one method's messages are written and read. */
export type MethodCodec = {
  path: string;
  encodeRequest(init: object): Buffer;
  /** Ids come in the one way to write them. */
  decodeRequest(bytes: Uint8Array): Message;
  encodeResponse(init: object): Buffer;
  decodeResponse(bytes: Uint8Array): Message;
};

const codecs = new WeakMap<DescMethod, MethodCodec>();

/** The codec of a method, made once. */
export function codecOf(method: DescMethod): MethodCodec {
  const known = codecs.get(method);
  if (known) return known;
  const response = encoder(method.output);
  const made: MethodCodec = {
    path: `/${method.parent.typeName}/${method.name}`,
    encodeRequest: encoder(method.input),
    decodeRequest(bytes) {
      const request = fromBinary(method.input, bytes);
      canonicalIds(method.input, request);
      return request;
    },
    encodeResponse: method.methodKind.endsWith('streaming') ? rememberingEncoder(response) : response,
    decodeResponse: (bytes) => fromBinary(method.output, bytes),
  };
  codecs.set(method, made);
  return made;
}

function encoder(schema: DescMessage): (init: object) => Buffer {
  return (init) => {
    const bytes = toBinary(schema, create(schema, init as Message));
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  };
}

// One message that goes out on a thousand streams is encoded once: a message that was yielded must not be changed.
function rememberingEncoder(encode: (init: object) => Buffer): (init: object) => Buffer {
  const encoded = new WeakMap<object, Buffer>();
  return (init) => {
    const known = encoded.get(init);
    if (known) return known;
    const bytes = encode(init);
    encoded.set(init, bytes);
    return bytes;
  };
}
