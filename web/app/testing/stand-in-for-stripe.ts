import { jest } from '@jest/globals';

type Answer = { error?: { message?: string; code?: string } };
const answering = () => jest.fn<(options: object) => Promise<Answer>>();

/**
 * Stripe cannot be reached by tests: this stands where its script does, and answers as that is documented to. Called before
 * what loads the script is imported.
 */
export function standInForStripe() {
  const stripeJs = {
    isReachable: true,
    /** Whether the element cannot be shown once it is there. */
    isElementBroken: false,
    listeners: {} as Record<string, () => void>,
    confirmPayment: answering(),
    confirmSetup: answering(),
    handleNextAction: answering(),
    fetchUpdates: answering(),
    elements: jest.fn<(options: object) => unknown>(),
  };
  const loadStripe = jest.fn<(key: string) => Promise<unknown>>(async () => {
    if (!stripeJs.isReachable) throw new Error('Failed to load Stripe.js');
    return stripeJs;
  });
  jest.unstable_mockModule('@stripe/stripe-js/pure', () => ({ loadStripe }));
  beforeEach(() => {
    jest.clearAllMocks();
    stripeJs.isReachable = true;
    stripeJs.isElementBroken = false;
    for (const call of [
      stripeJs.confirmPayment,
      stripeJs.confirmSetup,
      stripeJs.handleNextAction,
      stripeJs.fetchUpdates,
    ]) {
      call.mockReset().mockResolvedValue({});
    }
    stripeJs.elements.mockReturnValue({
      fetchUpdates: stripeJs.fetchUpdates,
      create: () => ({
        on: (name: string, listen: () => void) => {
          stripeJs.listeners[name] = listen;
        },
        mount: () => stripeJs.listeners[stripeJs.isElementBroken ? 'loaderror' : 'ready']?.(),
        destroy: () => {},
      }),
    });
  });
  return { stripeJs, loadStripe };
}
