import type { DescMethod } from '@bufbuild/protobuf';

// As protobuf numbers them. The enum is in the large module of descriptors, which pages need not load.
const NO_SIDE_EFFECTS = 1;
const IDEMPOTENT = 2;

type Method = Pick<DescMethod, 'idempotency'>;

/** True when calling changes nothing. */
export function isRead({ idempotency }: Method): boolean {
  return idempotency === NO_SIDE_EFFECTS;
}

/** True when calling twice does what calling once does. */
export function isIdempotent(method: Method): boolean {
  return isRead(method) || method.idempotency === IDEMPOTENT;
}
