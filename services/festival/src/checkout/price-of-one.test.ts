import { priceOfOne } from './price-of-one.ts';

test('the shares of the tickets of an order are together what was paid; the last goes back with its order', () => {
  let left = 1_000n;
  const shares: (bigint | undefined)[] = [];
  for (let returnedQuantity = 0; returnedQuantity < 3; returnedQuantity += 1) {
    const share = priceOfOne({ quantity: 3, returnedQuantity }, left);
    shares.push(share);
    left -= share ?? left;
  }
  expect([shares, left]).toEqual([[333n, 333n, undefined], 0n]);
});
