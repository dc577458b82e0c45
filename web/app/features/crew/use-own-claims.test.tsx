import '../../testing/component-tests.ts';
import { create } from '@bufbuild/protobuf';
import { createRouterTransport } from '@connectrpc/connect';
import { jest } from '@jest/globals';
import { CreditClaimSchema, CrewService } from '@marquee/contracts/film/v1/crew_pb';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useOwnClaims } from './use-own-claims.ts';

const CLAIM = create(CreditClaimSchema, { id: 'claim-1' });
const { promise, resolve } = Promise.withResolvers<{ claims: (typeof CLAIM)[] }>();
let asked = 0;
const listOwnClaims = () => {
  asked += 1;
  return promise;
};
const transport = createRouterTransport(({ service }) => service(CrewService, { listOwnClaims }));
jest.unstable_mockModule('../../api/browser/transport.ts', () => ({ rpcTransport: () => transport }));

function Claims() {
  const { claims, add } = useOwnClaims('f1', true);
  return (
    <button type="button" onClick={() => add(CLAIM)}>
      {claims.map(({ id }) => id).join()}
    </button>
  );
}

test('a claim that was sent before the claims were known stands among them once', async () => {
  render(<Claims />);
  const button = screen.getByRole('button');
  await waitFor(() => expect(asked).toBe(1));
  await act(async () => void fireEvent.click(button));
  await act(async () => resolve({ claims: [CLAIM] }));
  await waitFor(() => expect(button.textContent).toBe('claim-1'));
});
